"""Transcripts: a whole game as text that replays exactly, with no seed.

    offleash transcript 1                             ~4be2
    game      dog                                     ~93a0
    …
       1  chance  dealer 2                            ~77c1
       2  chance  deal A                              ~0d5f
    …
    result    seat 0: 1, seat 1: 0, …                 ~51b9
    digest    …

Every line ends with a mark that depends on all text up to it, so a changed line is detected,
and the digest covers the text and the final position.

A game that is under way and has secrets is saved sealed, so that nobody reads it by accident.

The transcript of a table's game may have the data that verify its luck (see `play.fair_luck`): the
table, its commitment, the seats' words and, once it is published, the seed.
"""

import base64
import hashlib
import json
import re
import textwrap
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.option_texts import digest_of, store_text, stored_text
from offleash.contract.rules.actors import CHANCE
from offleash.games import registry
from offleash.play import luck_lines
from offleash.play.luck_lines import AnyPledge, LuckLines
from offleash.play.session import Session, check_seat_name
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.files import MAX_BYTES, read_text

TITLE = "offleash transcript 1"
SEALED_TITLE = "offleash save 1"
SEAL_NOTICE = "sealed until the game ends: go on with `offleash play --resume` and this file"
TEXT_WIDTH = 58
UNFINISHED = "unfinished"

LINE = re.compile(r"(?P<text>.*\S)\s+~(?P<mark>[0-9a-f]{4})")
ACTION = re.compile(r"(?P<number>[0-9]+)\s+(?P<actor>chance|seat [0-9]+)\s+(?P<action>\S.*)")
HEADER_ORDER = (
    *("game", "rules", "base", "file", "option", "seat", "date"),
    *(*luck_lines.KEYS, "start"),
)
HEADER = re.compile(rf"(?P<key>{'|'.join(HEADER_ORDER)})\s+(?P<value>\S.*)")
SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file contains
REPEATABLE_KEYS = ("file", "option", "seat", *luck_lines.REPEATABLE)


class _LineMarks:
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


class OtherRulesVersion(BadFile):
    """A transcript of a game with another version of the rules."""


def format_transcript(
    session: Session, day: date | None = None, pledge: AnyPledge | None = None
) -> str:
    """Return the session from its start until now as text, with the data that verify its luck."""
    game = session.game
    texts = [TITLE, f"game      {game.name}", f"rules     {game.rules_version}"]
    if game.rules.presets:
        texts.append(f"base      {game.base(session.options)}")
    texts += [f"file      {line}" for line in _file_lines(game, session.options)]
    changed = game.changes(session.options)
    texts += [f"option    {name}={value}" for name, value in changed.items()]
    texts += [f"seat {seat}    {name}" for seat, name in enumerate(session.seats)]
    texts.append(f"date      {day or date.today()}")
    texts += luck_lines.format_pledge(pledge) if pledge else []
    if session.start is not None:
        texts.append(f"start     {session.start}")
    for number, moment in enumerate(session.history, 1):
        action = game.notation.format_action(moment.action, session.options)
        texts.append(f"{number:6}  {_actor(moment.actor):8}{action}")
    texts.append(f"result    {_result(session)}")
    marks = _LineMarks()
    lines = [f"{text:{TEXT_WIDTH}} ~{marks.mark(text)}" for text in texts]
    return "\n".join([*lines, f"digest    {marks.digest(session.position)}", ""])


def format_chat(lines: Sequence[tuple[int, str]]) -> str:
    """Return what players wrote to each other, to end a transcript; nothing there checks it."""
    return "".join(f"chat      seat {seat}: {text}\n" for seat, text in lines)


def _file_lines(game: Game, options: Records) -> list[str]:
    """Return the files of options, unless shipped with the game: the digest, then each line."""
    entries = []
    for option in game.file_options.values():
        if not option.is_shipped(options[option.name][0]):
            digest = option.format(options[option.name][0])
            text = stored_text(int(options[option.name][0]))
            lines = [] if text is None else text.split("\n")
            entries += [digest, *(json.dumps(line, ensure_ascii=False) for line in lines)]
    return entries


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
    sealed: bool = False
    pledge: AnyPledge | None = None  # verifies the luck of a table's game


@dataclass(frozen=True)
class ParsedTranscript:
    """A transcript that was not replayed, since its rules are of another version."""

    game: str
    rules: str
    date: str
    seats: tuple[str, ...]
    actions: tuple[tuple[str, str], ...]  # actor ("chance", "seat 2") and action
    result: str


@dataclass
class _TranscriptHeader:
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    luck: LuckLines = field(default_factory=LuckLines)
    files: dict[str, list[str]] = field(default_factory=dict)  # lines of embedded files, by digest
    lines: dict[str, int] = field(default_factory=dict)  # line numbers of keys and options


def has_secrets(session: Session) -> bool:
    """Return whether the game is under way and some seat may not see the whole position."""
    if session.over:
        return False
    seats = range(session.game.seat_count(session.options))
    return any(session.view(seat).tobytes() != session.state.tobytes() for seat in seats)


def seal(text: str) -> str:
    """Encode a transcript so that it can't be read at a glance; `unseal` decodes it."""
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return "\n".join([SEALED_TITLE, SEAL_NOTICE, "", *textwrap.wrap(packed, 76), ""])


def is_sealed(text: str) -> bool:
    """Return whether this is a sealed save, intact or damaged."""
    return text.lstrip().startswith(SEALED_TITLE)


def unseal(text: str) -> str:
    """Decode a sealed transcript. Raise OffleashError if it is damaged."""
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[:2] != [SEALED_TITLE, SEAL_NOTICE]:
        raise OffleashError("the header of the sealed save was changed")
    try:
        decompressor = zlib.decompressobj()
        data = decompressor.decompress(
            base64.b64decode("".join(lines[2:]), validate=True), MAX_BYTES
        )
        if not decompressor.eof or decompressor.unused_data:
            raise ValueError
        return data.decode()
    except (ValueError, zlib.error):
        raise OffleashError("the sealed save was changed or cut") from None


def read_transcript(path: Path, open_seal: bool = False) -> Transcript:
    """Read and replay a file. Raise BadFile with the line if it was changed or cut.

    Also raises BadFile for a sealed game that is not over, unless `open_seal`.
    """
    return parse_transcript(read_text(path), path, open_seal)


def parse_transcript(text: str, path: str | Path, open_seal: bool = False) -> Transcript:
    """Parse a text as `read_transcript` does a file; errors name `path`."""
    sealed = is_sealed(text)
    with _under_seal(path, sealed):
        transcript = _read(path, unseal(text) if sealed else text)
    if sealed and not transcript.session.over and not open_seal:
        raise _still_sealed(path)
    transcript.sealed = sealed
    return transcript


def parse_without_replay(text: str, path: str | Path) -> ParsedTranscript:
    """Parse a transcript of any version of the rules. Raise BadFile if a line was changed."""
    sealed = is_sealed(text)
    with _under_seal(path, sealed):
        _, body, _ = _parts(path, unseal(text) if sealed else text)
        header, at = _parse_header(path, body)
    result = _read_result(body)
    if sealed and result == UNFINISHED:
        raise _still_sealed(path)
    actions = [ACTION.fullmatch(line) for _, line in body[at:-1]]
    moves = tuple((match["actor"], match["action"]) for match in actions if match)
    game, rules, day = (header.values[key] for key in ("game", "rules", "date"))
    return ParsedTranscript(game, rules, day, tuple(header.seats), moves, result)


@contextmanager
def _under_seal(path: str | Path, sealed: bool) -> Iterator[None]:
    """Remove line numbers from errors in a sealed text: they are not lines of the file."""
    try:
        yield
    except BadFile as error:
        raise type(error)(path, None if sealed else error.line, error.problem) from None
    except OffleashError as error:
        raise BadFile(path, None, str(error)) from None


def _still_sealed(path: str | Path) -> BadFile:
    problem = f"it is sealed until the game ends: continue with `offleash play --resume {path}`"
    return BadFile(path, None, problem)


def _read(path: str | Path, text: str) -> Transcript:
    marks, body, digest = _parts(path, text)
    transcript = _replay(path, body)
    if marks.digest(transcript.session.position) != digest[1]:
        raise BadFile(path, digest[0], "the digest does not match the game")
    return transcript


def _parts(
    path: str | Path, text: str
) -> tuple[_LineMarks, list[tuple[int, str]], tuple[int, str]]:
    """Return the lines up to the result, with checked marks, and the digest."""
    lines = _numbered_lines(path, text)
    marks = _LineMarks()
    body: list[tuple[int, str]] = []
    digest: tuple[int, str] | None = None
    for number, line in lines:
        if digest and line.startswith("chat "):
            continue
        if digest:
            raise BadFile(path, number, "there is text after the digest")
        if line.startswith("digest "):
            digest = (number, line.removeprefix("digest").strip())
        else:
            body.append((number, _check_mark(path, number, line, marks)))
    last = lines[-1][0]
    if digest is None or len(body) < 2 or not body[-1][1].startswith("result"):
        raise BadFile(
            path, last, "the transcript is incomplete: it must end with a result and a digest"
        )
    return marks, body, digest


def _numbered_lines(path: str | Path, text: str) -> list[tuple[int, str]]:
    lines = [(n, line.rstrip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines or lines[0][1].rpartition("~")[0].strip() != TITLE:
        raise BadFile(path, 1, f"this is not a transcript: it must begin with '{TITLE}'")
    return lines


def _check_mark(path: str | Path, number: int, line: str, marks: _LineMarks) -> str:
    match = LINE.fullmatch(line)
    if not match:
        raise BadFile(path, number, "the line does not end with a mark (~ and four digits)")
    mark, old = marks.mark(match["text"]), match["mark"]
    if mark != old:
        problem = f"this line, or one before it, was changed or cut (~{old} is not ~{mark})"
        raise BadFile(path, number, problem)
    return match["text"].strip()


def _replay(path: str | Path, body: list[tuple[int, str]]) -> Transcript:
    header, at = _parse_header(path, body)
    session = _start(path, header)
    for number, text in body[at:-1]:
        _replay_action(path, number, text, session)
    result = _read_result(body)
    if result != _result(session):
        problem = f"the result is {_result(session)}, not {quote(result)}"
        raise BadFile(path, body[-1][0], problem)
    pledge = _pledge(path, header, session)
    return Transcript(session, header.values["date"], result, pledge=pledge)


def _read_result(body: list[tuple[int, str]]) -> str:
    return body[-1][1].removeprefix("result").strip()


def _pledge(path: str | Path, header: _TranscriptHeader, session: Session) -> AnyPledge | None:
    """Return the data that verify the luck, or None if the header has none."""
    try:
        return header.luck.pledge(session.game.seat_count(session.options))
    except OffleashError as error:
        lines = [header.lines[key] for key in luck_lines.REPEATABLE if key in header.lines]
        raise BadFile(path, lines[0] if lines else None, str(error)) from None


def _parse_header(path: str | Path, body: list[tuple[int, str]]) -> tuple[_TranscriptHeader, int]:
    """Parse the lines before the actions: keys in order, and only REPEATABLE_KEYS repeated."""
    header, at, last_place = _TranscriptHeader(), 1, 0
    while match := HEADER.fullmatch(body[at][1]):
        line, key, value = body[at][0], match["key"], match["value"]
        place = HEADER_ORDER.index(key)
        if key in header.lines and key not in REPEATABLE_KEYS:
            raise BadFile(path, line, f"the header has two lines for {key}")
        if place < last_place:
            order = ", ".join(HEADER_ORDER)
            raise BadFile(path, line, f"{key} is in the wrong place: the order is {order}")
        try:
            _parse_header_line(header, key, value, line)
        except OffleashError as error:
            raise BadFile(path, line, str(error)) from None
        header.lines[key] = line
        at, last_place = at + 1, place
    for key in ("game", "rules", "date"):
        if key not in header.lines:
            raise BadFile(path, body[min(at, len(body) - 1)][0], f"the header has no {key}")
    _check_luck(path, header)
    return header, at


def _check_luck(path: str | Path, header: _TranscriptHeader) -> None:
    """Raise BadFile if data about the luck lack the table or the commitment."""
    keys = [key for key in luck_lines.KEYS if key in header.lines]
    for key in ("table", "commit"):
        if keys and key not in keys:
            raise BadFile(path, header.lines[keys[0]], f"there is a {keys[0]} but no {key}")


def _parse_header_line(header: _TranscriptHeader, key: str, value: str, line: int) -> None:
    if key == "option":
        name, equals, setting = (part.strip() for part in value.partition("="))
        if not equals or not name:
            raise OffleashError(f"{quote(value)} is not an option: write name=value")
        if name in header.options:
            raise OffleashError(f"option {name} is set twice")
        header.options[name] = setting
        header.lines[f"option {name}"] = line
    elif key == "seat":
        number, _, name = (part.strip() for part in value.partition(" "))
        if number != str(len(header.seats)):
            raise OffleashError(f"expected seat {len(header.seats)}, not seat {quote(number)}")
        check_seat_name(name)
        header.seats.append(name)
    elif key == "file":
        _parse_file_line(header, value)
    elif key in luck_lines.KEYS:
        header.luck.add(key, value)
    else:
        if key == "date" and not _is_date(value):
            raise OffleashError(f"{quote(value)} is not a date: write one like 2026-11-15")
        header.values[key] = value


def _parse_file_line(header: _TranscriptHeader, value: str) -> None:
    """Parse the digest that begins an embedded file, or a line of that file."""
    if value.startswith("@"):
        header.files[value] = []
        return
    try:
        line = json.loads(value)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, str) or not header.files or SURROGATE.search(line):
        raise OffleashError(f"{_short(value)} is not a line of a file: it must be in quotes")
    next(reversed(header.files.values())).append(line)


def _store_files(header: _TranscriptHeader) -> None:
    """Store the embedded files that options name. Raise OffleashError if one was changed."""
    for digest, lines in header.files.items():
        text = "\n".join(lines)
        if f"@{digest_of(text):016x}" != digest:
            raise OffleashError(f"the text of the file {_short(digest)} was changed")
        if digest in header.options.values():
            store_text(text)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _start(path: str | Path, header: _TranscriptHeader) -> Session:
    """Start a session as the header describes it. Raise BadFile if that is impossible."""
    key = "game"
    try:
        game: Game = registry.load(header.values["game"])
        key = "rules"
        if header.values["rules"] != game.rules_version:
            problem = f"it was played with rules {header.values['rules']}, these are "
            raise OtherRulesVersion(path, header.lines[key], problem + game.rules_version)
        key = "file"
        _store_files(header)
        key = "base"
        base = header.values.get("base")
        game.options(base)
        for name in _missing_files(game, header):
            key = f"option {name}"
            raise OffleashError(
                f"option {name} names a file that is not embedded in the transcript"
            )
        key = _wrong_option(game, header)
        options = game.options(base, **header.options)
        key = "seat"
        seats = game.seat_count(options)
        if len(header.seats) not in (0, seats):
            raise OffleashError(f"{len(header.seats)} seats have names, but {seats} play")
        key = "start"
        return Session(
            game, options, position=header.values.get("start"), seats=tuple(header.seats)
        )
    except BadFile:
        raise
    except OffleashError as error:
        raise BadFile(path, header.lines.get(key), str(error)) from None


def _missing_files(game: Game, header: _TranscriptHeader) -> list[str]:
    """Return options whose file is neither shipped nor embedded; other files are never opened."""
    files = game.file_options
    return [
        name
        for name, value in header.options.items()
        if name in files and value not in files[name].shipped and value not in header.files
    ]


def _wrong_option(game: Game, header: _TranscriptHeader) -> str:
    """Return the first option that makes the options up to it invalid."""
    settings: dict[str, Any] = {}
    for name, value in header.options.items():
        settings[name] = value
        try:
            game.options(header.values.get("base"), **settings)
        except OffleashError:
            return f"option {name}"
    return "option"


def _replay_action(path: str | Path, number: int, text: str, session: Session) -> None:
    match = ACTION.fullmatch(text)
    expected = len(session.history) + 1
    if not match:
        raise BadFile(path, number, f"{quote(text)} is neither an action nor a header line")
    if match["number"] != str(expected):
        raise BadFile(
            path, number, f"expected action {expected}, not action {_short(match['number'])}"
        )
    if match["actor"] != _actor(session.actor):
        raise BadFile(
            path, number, f"{_actor(session.actor)} is to act, not {_short(match['actor'])}"
        )
    try:
        session.play(match["action"])
    except OffleashError as error:
        raise BadFile(path, number, str(error)) from None


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"
