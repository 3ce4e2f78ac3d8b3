"""Checking a board: what became of every constraint, and the first error as one sentence."""

from dataclasses import dataclass
from functools import lru_cache

from offleash.core.errors import BadNotation
from offleash.games.uri_nation.board.constraints import CONSTRAINTS, KEPT, Constraint
from offleash.games.uri_nation.board.text import Board, Cell, cells_text, parse_board

OK, WARNING, ERROR, UNTESTED = "ok", "warning", "error", "untested"


@dataclass(frozen=True)
class Finding:
    """What became of one constraint on one board."""

    constraint: Constraint
    severity: str  # OK, WARNING, ERROR or UNTESTED
    cells: tuple[Cell, ...] = ()
    detail: str = ""

    @property
    def id(self) -> str:
        """`KA1` and so on."""
        return self.constraint.id

    @property
    def text(self) -> str:
        """One line: the id, what it asks for, and what breaks it."""
        told = " ".join(part for part in (self.detail, cells_text(self.cells)) if part)
        return f"{self.id} {self.constraint.sentence}" + (f": {told}" if told else "")


@lru_cache(256)
def check_board(board: Board) -> tuple[Finding, ...]:
    """Every constraint of the board's version, in order."""
    has_homes = CONSTRAINTS["KA1"].test(board) == KEPT
    return tuple(
        _tested(board, constraint, has_homes)
        for constraint in CONSTRAINTS.values()
        if board.version in constraint.versions
    )


def _tested(board: Board, constraint: Constraint, has_homes: bool) -> Finding:
    if constraint.needs_homes and not has_homes:
        return Finding(constraint, UNTESTED, detail="not tested before KA1 holds")
    cells, detail = constraint.test(board)
    if not cells and not detail:
        return Finding(constraint, OK)
    is_mild = constraint.is_advice or (constraint.is_count and board.is_house)
    return Finding(constraint, WARNING if is_mild else ERROR, tuple(cells), detail)


def refuse_bad_board(text: str) -> None:
    """Reads a board and raises its first error."""
    for finding in check_board(parse_board(text)):
        if finding.severity == ERROR:
            raise BadNotation(f"the board breaks {finding.text}")
