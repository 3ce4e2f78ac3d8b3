"""Decks in the browser: each card drawn as it is printed, checked, kept as a draft and saved."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError, shown
from offleash.core.options import make_options
from offleash.core.texts import kept_text
from offleash.core.workbench import Card, DeckBench
from offleash.play.project import digest_of, make_project, read_inside
from offleash.play.project_rules import ProjectRules, with_file
from offleash.studio import drafts
from offleash.studio.boards import Body, digest_in, said, sentence, time_in
from offleash.studio.drafts import Draft
from offleash.studio.projects import parts_of, place_of, plainly
from offleash.studio.rules import save, written_in
from offleash.web.owner import for_owner
from offleash.web.templates import page

MOST = 200  # cards that a page may send: more than any deck has
LARGEST = 200_000  # letters of them


def routes() -> list[BaseRoute]:
    """Every address of a project's decks."""
    at = "/studio/{project}/cards"
    return [
        Route(at, for_owner(cards)),
        Route(f"{at}/{{deck}}/file", for_owner(open_deck)),
        Route(f"{at}/{{deck}}/file", for_owner(save_deck), methods=["POST"]),
        Route(f"{at}/{{deck}}/check", for_owner(check_deck), methods=["POST"]),
        Route(f"{at}/{{deck}}/draft", for_owner(keep_draft), methods=["POST"]),
        Route(f"{at}/{{deck}}/draft", for_owner(drop_draft), methods=["DELETE"]),
    ]


@dataclass(frozen=True)
class Deck:
    """A deck under the pen: the project's file of it, or the one of the box."""

    written: ProjectRules
    bench: DeckBench
    file: str  # empty as long as the project has none of its own

    @property
    def draft(self) -> str:
        """What a draft of it is named after."""
        return self.file or f"{self.bench.option}.toml"

    @property
    def text(self) -> str:
        """The file, or what is played with without one."""
        if self.file:
            return read_inside(self.written.folder, self.file)
        game, chosen = self.written.game, self.written.options
        base = game.presets.get(self.written.base, {})
        own = {self.bench.option: chosen[self.bench.option]} if self.bench.option in chosen else {}
        options = make_options(game.switches, game.options_record, base, own)
        return kept_text(int(options[self.bench.option][0])) or ""


def deck_in(request: Request) -> Deck:
    """The deck that an address names."""
    place, wanted = place_of(request), request.path_params["deck"]
    written = written_in(place)
    for bench in written.game.decks:
        if bench.option == wanted:
            return Deck(written, bench, written.file_of(wanted))
    raise HTTPException(404, f"{written.game.title} has no such deck.")


async def cards(request: Request) -> Response:
    """The page on which a deck is written."""
    return await run_in_threadpool(_page, request)


def _page(request: Request) -> Response:
    written = written_in(place_of(request))
    benches = written.game.decks
    wanted = request.query_params.get("deck", benches[0].option if benches else "")
    if wanted not in [bench.option for bench in benches]:
        raise HTTPException(404, f"{written.game.title} has no such deck.")
    return page(
        request,
        "cards.html",
        title=f"{written.folder.name}, the cards",
        project=written.folder.name,
        game=written.game,
        deck=next(bench for bench in benches if bench.option == wanted),
        **parts_of(written.game),
    )


async def open_deck(request: Request) -> Response:
    """The cards as they are saved, the draft of them, and what cards may say."""
    return JSONResponse(await run_in_threadpool(_opened, request))


def _opened(request: Request) -> Body:
    deck = deck_in(request)
    text, folder = _cards_text(deck), deck.written.folder
    draft = drafts.kept(folder, deck.draft)
    bench = deck.bench
    return {
        "file": deck.file,
        "text": text,
        "digest": _digest(deck),
        "draft": asdict(draft) if draft and draft.text != text else None,
        "bench": {
            "title": bench.title,
            "most_cards": bench.most_cards,
            "most_effects": bench.most_effects,
            "fields": [asdict(each) for each in bench.fields],
            "who": bench.who,
            "effects": [asdict(each) for each in bench.effects],
            "blank": bench.blank([each["id"] for each in json.loads(text)]),
        },
    }


def _cards_text(deck: Deck) -> str:
    """The cards as a page holds them."""
    try:
        with plainly(deck.written.folder.parent):
            found = deck.bench.read(deck.text)
    except OffleashError as error:
        raise _refused(deck.file or deck.bench.option, error) from None
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))  # as a browser writes it


def _refused(name: str, error: OffleashError) -> HTTPException:
    """With the name of the file, where the sentence does not have it."""
    said = str(error)
    return HTTPException(422, sentence(error if name in said else OffleashError(f"{name}: {said}")))


def _digest(deck: Deck) -> str:
    """Of the project's file; empty where it has none."""
    return digest_of(deck.text) if deck.file else ""


async def check_deck(request: Request) -> Response:
    """What is to be said of the cards as they are just now, and pictures of those asked for."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_checked, request, body))


def _checked(request: Request, body: Body) -> Body:
    deck = deck_in(request)
    held = cards_in(body)
    wanted = body.get("draw", [])
    if not isinstance(wanted, list) or not all(
        isinstance(each, int) and each in range(len(held)) for each in wanted
    ):
        raise HTTPException(400, "Cards to draw are named by their numbers.")
    problems = deck.bench.problems(held)
    pictures = {n: deck.bench.draw(held[n]) for n in wanted if not problems[n]}
    return {
        "problems": [sentence(OffleashError(each)) if each else "" for each in problems],
        "problem": "" if any(problems) else _whole_problem(deck, held),
        "pictures": pictures,
    }


def _whole_problem(deck: Deck, held: list[Card]) -> str:
    """What is wrong with the deck as a part of its project."""
    folder = deck.written.folder
    name, texts = with_file(deck.written, deck.bench.option)
    try:
        with plainly(folder.parent):
            texts[name] = deck.bench.write(deck.text, held)
            make_project(
                folder, lambda each: texts[each] if each in texts else read_inside(folder, each)
            )
    except OffleashError as error:
        return sentence(error)
    return ""


async def save_deck(request: Request) -> Response:
    """Writes the file, where it is still what the page has read and the project is sound."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_saved, request, body))


def _saved(request: Request, body: Body) -> Body:
    """The first save makes the file and names it; from then on only the file is written."""
    deck = deck_in(request)
    held, folder = cards_in(body), deck.written.folder
    if wrong := next(filter(None, deck.bench.problems(held)), ""):
        raise HTTPException(422, sentence(OffleashError(wrong)))
    name, texts = with_file(deck.written, deck.bench.option)
    digests = dict(deck.written.digests)
    if deck.file:
        texts, digests = {}, {name: digest_in(body)}
    try:
        with plainly(folder.parent):
            texts[name] = deck.bench.write(deck.text, held)
    except OffleashError as error:  # somebody has changed the file meanwhile
        raise _refused(name, error) from None
    save(folder, texts, digests)
    drafts.drop(folder, deck.draft)
    return {"digest": digest_of(texts[name]), "file": name}


async def keep_draft(request: Request) -> Response:
    """Autosave: survives the tab and the server, and changes no file of the project."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_kept, request, body))


def _kept(request: Request, body: Body) -> Body:
    deck = deck_in(request)
    cards_in(body)
    with plainly(deck.written.folder.parent):
        drafts.keep(
            deck.written.folder, deck.draft, Draft(body["text"], digest_in(body), time_in(body))
        )
    return {}


async def drop_draft(request: Request) -> Response:
    """Back to what is saved."""
    deck = await run_in_threadpool(deck_in, request)
    await run_in_threadpool(drafts.drop, deck.written.folder, deck.draft)
    return JSONResponse({})


def cards_in(body: Body) -> list[Card]:
    """The cards that a page sent, as the text of a list."""
    text = body.get("text")
    if not isinstance(text, str) or len(text) > LARGEST:
        raise HTTPException(400, "The cards of a deck are a text of a list of them.")
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise HTTPException(400, "The cards of a deck are no JSON that we can read.") from None
    if not isinstance(found, list) or len(found) > MOST:
        raise HTTPException(400, f"Cards are a list of at most {MOST}, not {shown(found)}.")
    for each in found:
        if not isinstance(each, dict):
            raise HTTPException(400, f"A card has fields, and is not {shown(each)}.")
    return found
