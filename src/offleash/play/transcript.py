"""Transcripts: a whole game as text that replays exactly, with no seed.

    offleash transcript 1                             ~4be2
    game      dog                                     ~93a0
    …
       1  chance  dealer 2                            ~77c1
       2  chance  deal A                              ~0d5f
    …
    result    seat 0: 1, seat 1: 0, …                 ~51b9
    digest    …

Every line ends with a mark that depends on all text up to it, so a changed line is found, and
the digest covers the text and the final position.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile, OffleashError
from offleash.core.game import Game
from offleash.core.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.session import Session

TITLE = "offleash transcript 1"
WIDTH = 58
UNFINISHED = "unfinished"

LINE = re.compile(r"(?P<text>.*\S)\s+~(?P<mark>[0-9a-f]{4})")
ACTION = re.compile(r"(?P<number>\d+)\s+(?P<actor>chance|seat \d+)\s+(?P<action>\S.*)")
HEADER = re.compile(r"(?P<key>game|rules|option|seat \d+|date|start)\s+(?P<value>\S.*)")


class _Marks:
    """The running hash over the text of all lines so far."""

    def __init__(self) -> None:
        self._sha = hashlib.sha256()

    def mark(self, text: str) -> str:
        self._sha.update(" ".join(text.split()).encode() + b"\n")
        return self._sha.hexdigest()[:4]

    def digest(self, position: str) -> str:
        final = self._sha.copy()
        final.update(position.encode())
        return final.hexdigest()


def format_transcript(session: Session, day: date | None = None) -> str:
    """The session from its start to where it is now."""
    game = session.game
    texts = [TITLE, f"game      {game.name}", f"rules     {game.rules_version}"]
    changed = game.changed(session.options)
    texts += [f"option    {name}={value}" for name, value in changed.items()]
    texts += [f"seat {seat}    {name}" for seat, name in enumerate(session.seats)]
    texts.append(f"date      {day or date.today()}")
    if session.start is not None:
        texts.append(f"start     {session.start}")
    for number, moment in enumerate(session.history, 1):
        action = game.format_action(moment.action, session.options)
        texts.append(f"{number:6}  {_actor(moment.actor):8}{action}")
    texts.append(f"result    {_result(session)}")
    marks = _Marks()
    lines = [f"{text:{WIDTH}} ~{marks.mark(text)}" for text in texts]
    return "\n".join([*lines, f"digest    {marks.digest(session.position)}", ""])


def _actor(actor: int) -> str:
    return "chance" if actor == CHANCE else f"seat {actor}"


def _result(session: Session) -> str:
    if not session.over:
        return UNFINISHED
    return ", ".join(f"seat {seat}: {share:g}" for seat, share in enumerate(session.returns))


@dataclass
class Transcript:
    """A transcript that has been read, checked and replayed."""

    session: Session
    date: str = ""
    result: str = ""


@dataclass
class _Header:
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)


def read_transcript(path: Path) -> Transcript:
    """Replays a file; one that was changed or cut is refused with the line."""
    lines = _numbered_lines(path)
    marks = _Marks()
    body: list[tuple[int, str]] = []
    digest: tuple[int, str] | None = None
    for number, line in lines:
        if digest:
            raise BadFile(path, number, "there is text after the digest")
        if line.startswith("digest "):
            digest = (number, line.removeprefix("digest").strip())
        else:
            body.append((number, _checked_text(path, number, line, marks)))
    last = lines[-1][0]
    if digest is None or len(body) < 2 or not body[-1][1].startswith("result"):
        raise BadFile(path, last, "the transcript is cut: it must end with a result and a digest")
    transcript = _replay(path, body)
    if marks.digest(transcript.session.position) != digest[1]:
        raise BadFile(path, digest[0], "the digest is not the one of this game")
    return transcript


def _numbered_lines(path: Path) -> list[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(path, None, f"it can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadFile(path, None, "it is not text in UTF-8") from None
    lines = [(n, line.rstrip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines or lines[0][1].rpartition("~")[0].strip() != TITLE:
        raise BadFile(path, 1, f"this is no transcript: it must begin with '{TITLE}'")
    return lines


def _checked_text(path: Path, number: int, line: str, marks: _Marks) -> str:
    match = LINE.fullmatch(line)
    if not match:
        raise BadFile(path, number, "the line has no mark (~ and four digits) at its end")
    mark = marks.mark(match["text"])
    if mark != match["mark"]:
        problem = (
            f"this line, or one before it, was changed or cut (~{match['mark']} is not ~{mark})"
        )
        raise BadFile(path, number, problem)
    return match["text"].strip()


def _replay(path: Path, body: list[tuple[int, str]]) -> Transcript:
    header, at = _parse_header(body)
    session = _start(path, header)
    for number, text in body[at:-1]:
        _replay_action(path, number, text, session)
    number, text = body[-1]
    result = text.removeprefix("result").strip()
    if result != _result(session):
        raise BadFile(path, number, f"the result is {_result(session)}, not {result}")
    session.seats = tuple(header.seats)
    return Transcript(session, header.values.get("date", ""), result)


def _parse_header(body: list[tuple[int, str]]) -> tuple[_Header, int]:
    header, at = _Header(), 1
    while match := HEADER.fullmatch(body[at][1]):
        key, value = match["key"], match["value"]
        header.lines[key] = body[at][0]
        if key == "option":
            name, _, chosen = value.partition("=")
            header.options[name.strip()] = chosen.strip()
        elif key.startswith("seat"):
            header.seats.append(value)
        else:
            header.values[key] = value
        at += 1
    return header, at


def _start(path: Path, header: _Header) -> Session:
    """A session as the header describes it."""
    key = "game"
    try:
        if "game" not in header.values:
            raise OffleashError("the header names no game")
        game: Game = registry.load(header.values["game"])
        key = "rules"
        if header.values.get("rules") != game.rules_version:
            wanted = header.values.get("rules", "no version")
            raise OffleashError(
                f"it was played with rules {wanted}, these are {game.rules_version}"
            )
        key = "option"
        options = game.options(**header.options)
        key = "start"
        return Session(game, options, position=header.values.get("start"))
    except BadFile:
        raise
    except OffleashError as error:
        raise BadFile(path, header.lines.get(key), str(error)) from None


def _replay_action(path: Path, number: int, text: str, session: Session) -> None:
    match = ACTION.fullmatch(text)
    due = len(session.history) + 1
    if not match:
        raise BadFile(path, number, f"{text!r} is neither an action nor a line of the header")
    if int(match["number"]) != due:
        raise BadFile(path, number, f"action {match['number']} stands where action {due} is due")
    if match["actor"] != _actor(session.actor):
        raise BadFile(path, number, f"{_actor(session.actor)} is to act, not {match['actor']}")
    try:
        session.play(match["action"])
    except OffleashError as error:
        raise BadFile(path, number, str(error)) from None
