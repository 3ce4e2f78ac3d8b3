"""Own names: a project may call things of a game differently wherever people read about them.

Rules, notation and files keep the game's words; only finished texts and pictures are reworded.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache, wraps
from inspect import signature
from typing import Any

from offleash.contract.option_texts import store_text, stored_text
from offleash.contract.text.rulebook import Example, Illustration
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean

LONGEST_NAME = 20
NAME = re.compile(r"[^\W_][\w '’-]*")  # letters, digits, spaces and hyphens
# Texts of SVG and HTML: what is between tags, and what is read aloud or shown on top.
TEXT_OF_MARKUP = re.compile(r'>[^<>]+<|\b(?:aria-label|title|alt)="[^"]*"')
STYLE_OR_SCRIPT = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)

Names = Mapping[str, str]  # own names by the game's words
_current: ContextVar["Wording | None"] = ContextVar("_current", default=None)


def shown_length(text: str) -> int:
    """Return how long a text will be with the names that the picture being drawn uses."""
    return len(in_current_names(text))


def in_current_names(text: str) -> str:
    """Return a text with the names that the picture being drawn uses."""
    wording = _current.get()
    return wording.text(text) if wording else text


def parse_names(text: str, words: Sequence[str]) -> dict[str, str]:
    """Return names written as `Coin = Florin, Knight = Rider`, or raise BadNotation."""
    names: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        word, equals, name = (side.strip() for side in part.partition("="))
        if word not in words or not equals:
            known = ", ".join(words) or "none"
            hint = did_you_mean(word, words)
            raise BadNotation(
                f"write a name as {words[0]} = NAME, not {quote(part)}{hint}; words: {known}"
            )
        if word in names:
            raise BadNotation(f"{word} has two names")
        names[word] = check_name(name)
    taken = [names.get(word, word).casefold() for word in words]
    for word, name in names.items():
        if taken.count(name.casefold()) > 1:
            raise BadNotation(f"{quote(name)}, for {word}, is the name of something else")
    return {word: name for word, name in names.items() if name != word}


def check_name(name: str) -> str:
    """Return a valid name. Raises BadNotation."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadNotation(
            f"a name has 1 to {LONGEST_NAME} letters, digits, spaces or hyphens, not {quote(name)}"
        )
    return name


def format_names(names: Names) -> str:
    """Return names as `parse_names` reads them."""
    return ", ".join(f"{word} = {name}" for word, name in names.items())


class Wording:
    """Replaces words of a game in texts, pictures and everything that consists of them."""

    def __init__(self, spellings: Mapping[str, Sequence[str]], names: Names) -> None:
        self.names = dict(names)
        # Words that keep their name are matched as well: another one may be a part of them.
        self._own = [names.get(word, "") for word, spelt in spellings.items() for _ in spelt]
        patterns = [pattern for spelt in spellings.values() for pattern in spelt]
        # Longer words first: a word may be a part of another.
        self._order = sorted(range(len(patterns)), key=lambda n: -len(patterns[n]))
        either = "|".join(f"({patterns[n]})" for n in self._order)
        self._pattern = re.compile(rf"(?<![\w-])(?:([Aa]n?) )?(?:{either})(?=s?(?![\w-]))")

    def text(self, text: str) -> str:
        """Return a text with own names."""
        return self._pattern.sub(self._replace, text)

    def _replace(self, match: re.Match[str]) -> str:
        name = self._own[self._order[(match.lastindex or 0) - 2]]
        if not name:
            return match[0]
        if match[1] is None:
            return name
        article = match[1][0] + ("n" if name[0].lower() in "aeiou" else "")
        return f"{article} {name}"

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Let pictures that are drawn in the block leave room for own names."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    def markup(self, text: str) -> str:
        """Return SVG or HTML with own names in its texts; tags, styles and scripts stay."""
        parts, end = [], 0
        for block in STYLE_OR_SCRIPT.finditer(text):
            parts += [self._markup(text[end : block.start()]), block[0]]
            end = block.end()
        return "".join([*parts, self._markup(text[end:])])

    def _markup(self, text: str) -> str:
        return TEXT_OF_MARKUP.sub(lambda match: self.text(match[0]), text)

    def _drawn(self, illustration: Illustration) -> str:
        with self.measured():
            return self.markup(illustration.svg)

    def everything(self, value: Any) -> Any:
        """Return a value with own names in all its texts; names of examples stay, as paths do."""
        if isinstance(value, str):
            return self.markup(value) if value.lstrip().startswith("<") else self.text(value)
        if isinstance(value, list | tuple):
            return type(value)(self.everything(item) for item in value)
        if isinstance(value, Mapping):
            return {self.everything(key): self.everything(item) for key, item in value.items()}
        if isinstance(value, Illustration):
            return Illustration(lambda: self._drawn(value), self.text(value.caption))
        if is_dataclass(value) and not isinstance(value, type | Example):
            texts = {field.name: getattr(value, field.name) for field in fields(value)}
            return replace(value, **{name: self.everything(item) for name, item in texts.items()})
        return value


@dataclass(frozen=True, eq=False)
class OwnNames:
    """The words of a game that a project may replace, and where the names are stored.

    They are part of the text of a file option, so that tables, transcripts and runs have them.
    """

    spellings: Mapping[str, Sequence[str]]  # by word: patterns of how texts spell it
    option: str
    read: Callable[[str], Names]  # the names in a text of the option
    write: Callable[[str, Names], str]  # a text with other names

    def parse(self, text: str) -> dict[str, str]:
        """Return names as `project.toml` has them. Raises BadNotation."""
        return parse_names(text, list(self.spellings))

    def wording(self, names: Names) -> Wording | None:
        """Return what replaces the words that have names, or None if none has."""
        return _wording(self, tuple(names.items())) if names else None

    def wording_of(self, options: Any) -> Wording | None:
        """Return the wording of the names that options have, or None if they have none."""
        return self.wording(self.read(self._text(options)))

    def without_names(self, options: Any) -> Any:
        """Return a copy of options as they are without own names."""
        return self._with_names(options, {})

    def with_names_of(self, options: Any, others: Any) -> Any:
        """Return a copy of options with the names that others have."""
        return self._with_names(options, self.read(self._text(others)))

    def _with_names(self, options: Any, names: Names) -> Any:
        named = options.copy()
        named[self.option] = store_text(self.write(self._text(options), names))
        return named

    def _text(self, options: Any) -> str:
        return stored_text(int(options[self.option][0])) or ""

    def reworded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function of the contract so that its results have the names of its options."""
        place = list(signature(function).parameters).index("options")

        @wraps(function)
        def in_own_words(*arguments: Any, **keywords: Any) -> Any:
            options = keywords["options"] if "options" in keywords else arguments[place]
            wording = self.wording_of(options)
            if wording is None:
                return function(*arguments, **keywords)
            with wording.measured():
                return wording.everything(function(*arguments, **keywords))

        return in_own_words

    def reword(self, part: Any, *names: str) -> Any:
        """Return a part of a game's contract in which these functions have own names."""
        functions = {name: getattr(part, name) for name in names}
        return replace(part, **{name: self.reworded(one) for name, one in functions.items()})

    def reword_pages(self, pages: Mapping[str, Any]) -> dict[str, Any]:
        """Return pages to look up at the table, texts or functions, that have own names."""
        return {
            title: self.reworded(page if callable(page) else _constant(page))
            for title, page in pages.items()
        }


def _constant(text: str) -> Callable[[Any], str]:
    def page(options: Any) -> str:
        return text

    return page


@lru_cache(256)
def _wording(own_names: OwnNames, names: tuple[tuple[str, str], ...]) -> Wording:
    return Wording(own_names.spellings, dict(names))
