"""The decks of a project outside the studio: read, and replaced by the cards of a table."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.contract.option_texts import stored_text
from offleash.contract.studio.workbench import DeckBench
from offleash.projects.deck_csv import cards_from_csv
from offleash.projects.project import project_folder, read_project, write_project
from offleash.projects.rule_edits import ProjectRules, read_project_rules, with_file
from offleash.tools.errors import BadFile, BadNotation, OffleashError, quote
from offleash.tools.prose import join_and


@dataclass(frozen=True)
class DeckCards:
    """A deck of a project, of its own or the shipped one."""

    project: ProjectRules
    bench: DeckBench
    text: str
    digest: str  # of its own file; empty if it has none

    @property
    def cards(self) -> list[dict[str, Any]]:
        return self.bench.read(self.text)


def read_deck(folder: Path, option: str) -> DeckCards:
    """Return the deck that an option names. Raise OffleashError if there is no such deck."""
    rules = read_project_rules(folder)
    benches = {bench.option: bench for bench in rules.game.studio.decks}
    if option not in benches:
        known = f": its decks are {join_and(benches)}" if benches else ""
        raise OffleashError(f"{rules.game.title} has no deck {quote(option)}{known}")
    project = read_project(project_folder(folder))
    text = stored_text(int(project.options[option][0])) or ""
    file = rules.file_of(option)
    return DeckCards(rules, benches[option], text, project.digests[file] if file else "")


def import_deck(folder: Path, option: str, table: str, source: str) -> int:
    """Replace the cards of a deck by those of a CSV text; returns how many there are now."""
    deck = read_deck(folder, option)
    try:
        cards = cards_from_csv(deck.bench, table, deck.cards)
    except BadNotation as error:
        raise BadFile(source, None, str(error)) from None
    for card, problem in zip(cards, deck.bench.problems(cards), strict=True):
        if problem:
            raise BadFile(source, None, f"card {card['id']}: {problem}")
    name, texts = with_file(deck.project, option)
    digests = dict(deck.project.digests) | ({name: deck.digest} if deck.digest else {})
    texts[name] = deck.bench.write(deck.text, cards)
    write_project(deck.project.folder, texts, digests, note=f"imported cards into {option}")
    return len(cards)
