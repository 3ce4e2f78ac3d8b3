"""Decks in the browser: drawing cards as printed, checking, drafts and saving."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from offleash.contract.option_texts import stored_text
from offleash.contract.options import make_options
from offleash.contract.studio.workbench import Card, DeckBench, EffectKind
from offleash.paper.fonts import missing_characters
from offleash.projects.deck_csv import cards_from_csv, cards_to_csv
from offleash.projects.project import digest_of, make_project, read_inside
from offleash.projects.rule_edits import ProjectRules, with_file
from offleash.studio.projects import drafts
from offleash.studio.projects.access import (
    navigation,
    project_folder,
    project_images,
    routes_to_edit,
    without_paths,
)
from offleash.studio.projects.drafts import Draft
from offleash.studio.projects.json_requests import (
    Body,
    digest_in,
    json_endpoint,
    note_in,
    save_files,
    time_in,
)
from offleash.studio.projects.projects import title_of
from offleash.studio.rules.rules import read_rules
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.templates import page

MAX_CARDS = 200  # in a request: more than any deck has
MAX_LENGTH = 200_000  # characters of a request's cards


def routes() -> list[BaseRoute]:
    """Return the routes of a project's decks."""
    return [
        *routes_to_edit("/cards", show_page),
        *routes_to_edit("/cards/{deck}/file", open_deck),
        *routes_to_edit("/cards/{deck}/file", save_deck, ["POST"], saves=True),
        *routes_to_edit("/cards/{deck}/check", check_deck, ["POST"]),
        *routes_to_edit("/cards/{deck}/csv", convert_csv, ["POST"]),
        *routes_to_edit("/cards/{deck}/draft", save_draft, ["POST"]),
        *routes_to_edit("/cards/{deck}/draft", discard_draft, ["DELETE"]),
    ]


@dataclass(frozen=True)
class Deck:
    """A deck in the editor: the project's own file, or the shipped one."""

    project: ProjectRules
    bench: DeckBench
    file: str  # empty if the project has no file of its own

    @property
    def draft(self) -> str:
        """Return the file name that its draft is based on."""
        return self.file or f"{self.bench.option}.toml"

    @property
    def text(self) -> str:
        """Return the file's text, or that of the deck in use without one."""
        if self.file:
            return read_inside(self.project.folder, self.file)
        game, option = self.project.game, self.bench.option
        base = game.rules.presets.get(self.project.base, {})
        values = self.project.options
        own = {option: values[option]} if option in values else {}
        options = make_options(game.rules.options, game.rules.options_record, base, own)
        return stored_text(int(options[option][0])) or ""


def deck_in(request: Request) -> Deck:
    """Return the deck in the URL. Raises HTTPException if there is none."""
    folder, option = project_folder(request), request.path_params["deck"]
    project = read_rules(folder)
    for bench in project.game.studio.decks:
        if bench.option == option:
            return Deck(project, bench, project.file_of(option))
    raise HTTPException(404, f"{project.game.title} has no such deck.")


def show_page(request: Request) -> Response:
    """Show the card editor."""
    project = read_rules(project_folder(request))
    benches = project.game.studio.decks
    option = request.query_params.get("deck", benches[0].option if benches else "")
    if option not in [bench.option for bench in benches]:
        raise HTTPException(404, f"{project.game.title} has no such deck.")
    deck = next(bench for bench in benches if bench.option == option)
    return page(
        request,
        "cards.html",
        off=_why_off(project, deck),
        title=f"{title_of(project.folder)}, the cards",
        heading=title_of(project.folder),
        project=project.folder.name,
        game=project.game,
        deck=deck,
        titles={bench.option: _title(project, bench) for bench in benches},
        **navigation(request, project.game),
    )


def _title(project: ProjectRules, bench: DeckBench) -> str:
    """Return what the project calls a deck."""
    return project.wording.text(bench.title) if project.wording else bench.title


def _why_off(project: ProjectRules, deck: DeckBench) -> str:
    """Return why nobody draws from a deck; empty if somebody does, or if the rules are invalid."""
    files = project.game.file_options
    values = {name: value for name, value in project.options.items() if name not in files}
    try:
        return deck.why_off(project.game.options(project.base or None, values))
    except OffleashError:
        return ""


def open_deck(request: Request) -> Response:
    """Send the saved cards, their draft, and the fields and effects that cards can have."""
    deck = deck_in(request)
    text, folder = _cards_text(deck), deck.project.folder
    draft = drafts.read_draft(folder, drafts.draft_name(request, deck.project.folder, deck.draft))
    bench, wording = deck.bench, deck.project.wording
    effects = [effect_to_json(kind) for kind in bench.effects]
    about = {
        "title": bench.title,
        "most_cards": bench.most_cards,
        "most_effects": bench.most_effects,
        "fields": [asdict(item) for item in bench.fields],
        "who": bench.recipients,
        "effects": wording.everything(effects) if wording else effects,
        "blank": bench.blank([card["id"] for card in json.loads(text)]),
    }
    digest = digest_of(deck.text) if deck.file else ""
    unsaved = asdict(draft) if draft and draft.text != text else None
    return JSONResponse(
        {"file": deck.file, "text": text, "digest": digest, "draft": unsaved, "bench": about}
    )


def effect_to_json(kind: EffectKind) -> Body:
    """Return a kind of effect as the page reads it."""
    parts = [asdict(part) for part in kind.parts]
    return {"key": kind.key, "words": kind.words, "who": kind.recipients, "parts": parts}


def _cards_text(deck: Deck) -> str:
    """Return the cards as the page's JSON text."""
    try:
        with without_paths(deck.project.folder.parent):
            cards = deck.bench.read(deck.text)
    except OffleashError as error:
        raise _error_in_file(deck.file or deck.bench.option, error) from None
    return json.dumps(cards, ensure_ascii=False, separators=(",", ":"))  # as browsers format it


def _error_in_file(name: str, error: OffleashError) -> HTTPException:
    """Return the error with the file's name, unless its message has it already."""
    return HTTPException(422, to_sentence(error if name in str(error) else f"{name}: {error}"))


@json_endpoint
def check_deck(request: Request, body: Body) -> Body:
    """Check cards that have not been saved, and draw those in `draw`."""
    deck = deck_in(request)
    cards = cards_in(body)
    numbers = body.get("draw", [])
    if not isinstance(numbers, list) or not all(
        isinstance(number, int) and number in range(len(cards)) for number in numbers
    ):
        raise HTTPException(400, "`draw` must be a list of card numbers.")
    problems = deck.bench.problems(cards)
    drawn = {n: cards[n] for n in numbers if not problems[n]}
    return {
        "problems": [
            to_sentence(text or printing_problem(card))
            for text, card in zip(problems, cards, strict=True)
        ],
        "problem": "" if any(problems) else _project_problem(deck, cards),
        "pictures": draw_cards_of(deck.project, deck.bench, drawn),
    }


def printing_problem(card: Card) -> str:
    """Return why a valid card can't be printed; empty if it can, or if nothing can be printed."""
    texts = "".join(value for value in card.values() if isinstance(value, str))
    try:
        missing = missing_characters(texts)
    except ModuleNotFoundError:  # without reportlab
        return ""
    return f"this card can't be printed: the font lacks {', '.join(missing)}" if missing else ""


def draw_cards_of(
    project: ProjectRules, bench: DeckBench, cards: dict[int, Card]
) -> dict[int, str]:
    """Draw cards with the project's images and names; with usual names if its own are invalid."""
    if not cards:
        return {}
    wording = project.wording
    with project_images(project.folder):  # which are read once, whatever the number of cards
        if wording is None:
            return {n: bench.draw(card) for n, card in cards.items()}
        with wording.measured():
            return {n: wording.markup(bench.draw(card)) for n, card in cards.items()}


def _project_problem(deck: Deck, cards: list[Card]) -> str:
    """Return what is wrong with the project if it has this deck; empty if nothing is."""
    folder = deck.project.folder
    name, texts = with_file(deck.project, deck.bench.option)
    try:
        with without_paths(folder.parent):
            texts[name] = deck.bench.write(deck.text, cards)
            make_project(
                folder, lambda file: texts[file] if file in texts else read_inside(folder, file)
            )
    except OffleashError as error:
        return to_sentence(error)
    return ""


@json_endpoint
def save_deck(request: Request, body: Body) -> Body:
    """Write the file if it is unchanged since the page read it and the project is valid.

    The first save creates the file and adds it to the rules; later ones write only the file.
    """
    deck = deck_in(request)
    cards, folder = cards_in(body), deck.project.folder
    if problem := next(filter(None, deck.bench.problems(cards)), ""):
        raise HTTPException(422, to_sentence(problem))
    name, texts = with_file(deck.project, deck.bench.option)
    digests = dict(deck.project.digests)
    if deck.file:
        texts, digests = {}, {name: digest_in(body)}
    try:
        with without_paths(folder.parent):
            texts[name] = deck.bench.write(deck.text, cards)
    except OffleashError as error:  # the file has changed on disk
        raise _error_in_file(name, error) from None
    save_files(folder, texts, digests, note=note_in(request, body))
    drafts.delete_draft(folder, drafts.draft_name(request, deck.project.folder, deck.draft))
    return {"digest": digest_of(texts[name]), "file": name}


@json_endpoint
def convert_csv(request: Request, body: Body) -> Body:
    """Send the cards in `text` as CSV, or those in `csv` as the page's JSON text."""
    deck, table = deck_in(request), body.get("csv")
    if table is None:
        return {"csv": cards_to_csv(deck.bench, cards_in(body))}
    if not isinstance(table, str) or len(table) > MAX_LENGTH:
        raise HTTPException(400, f"`csv` must be a text of at most {MAX_LENGTH:,} characters.")
    try:
        cards = cards_from_csv(deck.bench, table, deck.bench.read(deck.text))
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    return {"text": json.dumps(cards, ensure_ascii=False, separators=(",", ":"))}


@json_endpoint
def save_draft(request: Request, body: Body) -> Body:
    """Autosave a draft; it survives the tab and the server and changes no project file."""
    deck = deck_in(request)
    cards_in(body)
    with without_paths(deck.project.folder.parent):
        name = drafts.draft_name(request, deck.project.folder, deck.draft)
        draft = Draft(body["text"], digest_in(body), time_in(body))
        drafts.write_draft(deck.project.folder, name, draft)
    return {}


def discard_draft(request: Request) -> Response:
    """Discard the draft and return to the saved deck."""
    deck = deck_in(request)
    drafts.delete_draft(
        deck.project.folder, drafts.draft_name(request, deck.project.folder, deck.draft)
    )
    return JSONResponse({})


def cards_in(body: Body) -> list[Card]:
    """Return the cards in a request. Raises HTTPException if `text` is not a list of cards."""
    text = body.get("text")
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        raise HTTPException(400, "`text` must be a JSON list of cards.")
    try:
        cards: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise HTTPException(400, "`text` must be valid JSON.") from None
    if not isinstance(cards, list) or len(cards) > MAX_CARDS:
        raise HTTPException(400, f"`text` must list at most {MAX_CARDS} cards, not {quote(cards)}.")
    for card in cards:
        if not isinstance(card, dict):
            raise HTTPException(400, f"A card must be a JSON object, not {quote(card)}.")
    return cards
