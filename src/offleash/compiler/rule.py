"""What a rule is: a plain function that becomes machine code.

A rule is a plain function whose *parameter names are its types*: `state`, `options`, `work` and
`tally` are the game's records, their plurals are arrays of them, the names in `BUFFERS` are
arrays of numbers, and everything else is an integer. So `@rule` needs no signature, and each
rule is compiled once, however its callers spell their integers.

`OFFLEASH_RULES` chooses how rules run:

- `compiled` (default): machine code, cached on disk
- `interpreted`: ordinary Python, for a debugger or a second opinion; Numba is not imported
"""

import functools
import hashlib
import inspect
import os
import sys
import types as python_types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from offleash.compiler import cache, machine
from offleash.compiler.cache_files import open_folder
from offleash.compiler.record import EMPTY
from offleash.compiler.study import Study

Function = TypeVar("Function", bound=Callable[..., Any])

MODE = os.environ.get("OFFLEASH_RULES", "compiled")
if MODE not in ("compiled", "interpreted"):
    problem = f"OFFLEASH_RULES is {MODE!r}; it must be compiled or interpreted"
    print(f"offleash: {problem}", file=sys.stderr)
    sys.exit(2)
if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
    MODE = "interpreted"  # what that switch of Numba asks for

# Arrays of numbers that rules and kernels share, by parameter name: element type, dimensions.
BUFFERS: Mapping[str, tuple[str, int]] = {
    "out": ("int32", 1),  # legal actions or chance outcomes
    "outs": ("int32", 2),  # the same, a row for each depth
    "chances": ("int64", 1),  # integer weights of chance outcomes
    "weights": ("int64", 1),  # what one seat's greedy values
    "personas": ("int64", 2),  # a row for each player: which policy, then its weights
    "cast": ("int64", 1),  # which of those rows plays each seat
    "casts": ("int64", 2),  # the same, a row for each seating
    "seated": ("int64", 1),  # which seating each game of a batch has
    "rng": ("uint64", 1),  # random streams
    "shares": ("float64", 1),  # returns, a value for each seat
    "results": ("float64", 2),  # the same, a row for each game
    "places": ("int64", 1),  # finishing order, a value for each seat
    "counts": ("int64", 1),
    "lengths": ("int64", 1),
    "limits": ("int64", 1),  # the most actions of each game
    "pace": ("int64", 1),  # of one game: decisions, forced ones, what there was to choose from
    "paces": ("int64", 2),  # the same, a row for each game
    "numbers": ("int64", 1),  # whose luck each game of a batch has
    "rows": ("int64", 1),  # which options each game of a batch is played with
    "inputs": ("int64", 1),  # what a learned judge sees of a position
    "words": ("uint64", 2),  # records as 64-bit words, for copying
    "child_words": ("uint64", 2),
    "plan_words": ("uint64", 2),
}

# Further names that are no integers: see `Rules._type_names`.
MORE_NAMES = ("word", "children", "counted")


class Rules:
    """The decorator `@rule` of one package: what lies in its folders `rules/` and `bots/`.

    `words` are the numbers of the options' words, `arrays` the arrays that its rules take beside
    `BUFFERS`, and `uses` the shared packages whose rules they call.
    """

    def __init__(
        self,
        package: str,
        *,
        words: Mapping[str, Mapping[str, int]] | None = None,
        arrays: Mapping[str, tuple[str, int]] | None = None,
        uses: Sequence["Rules"] = (),
        bundles: Mapping[str, type[Any]] | None = None,
        **records: np.dtype[Any],
    ) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.uses = tuple(uses)
        self.words = dict(words or {})
        self.records = dict(records)
        if "state" in records:  # what every game has, and most leave empty
            self.records = {"plan": EMPTY, "sums": EMPTY, "note": EMPTY, **records}
        self.arrays: dict[str, tuple[str, int]] = {
            name: kind for rules in uses for name, kind in rules.arrays.items()
        }
        self.arrays.update(arrays or {})
        self.bundles: dict[str, Any] = {"study": Study, **(bundles or {})}
        facts = {name: dtype.descr for name, dtype in self.records.items()}
        fields = {name: bundle._fields for name, bundle in self.bundles.items()}
        self.facts = repr([facts, self.words, self.arrays, fields])
        self._types: dict[str, Any] | None = None
        self._folder: Path | None = None
        self._folders: dict[Path, Path] = {}  # of rules, by their file

    @cached_property
    def packages(self) -> frozenset[str]:
        """Those whose rules may be called: the bases, its own, and all behind those it uses."""
        behind = (package for rules in self.uses for package in rules.packages)
        return frozenset({*cache.BASES, self.package, *behind})

    @cached_property
    def files(self) -> list[Path]:
        """Every file that a change of the rules' machine code can come from."""
        return [*cache.MAKERS, *self._compiled_files(self.packages, cache.RULES)]

    @cached_property
    def bot_files(self) -> list[Path]:
        """Every file that a change of the bots' machine code can come from."""
        packages = self.packages - {*cache.BASES}
        return [*self.files, *self._compiled_files(packages, cache.BOTS)]

    @staticmethod
    def _compiled_files(packages: Iterable[str], folder: str) -> Iterator[Path]:
        return (file for name in packages for file in cache.compiled_files(name, folder))

    @cached_property
    def known_names(self) -> frozenset[str]:
        """Parameter names that stand for something else than an integer."""
        arrays = {*BUFFERS, *self.arrays, *map(plural, self.records)}
        return frozenset({*arrays, *self.records, *self.bundles, *MORE_NAMES})

    def extended(
        self,
        arrays: Mapping[str, tuple[str, int]],
        bundles: Mapping[str, type[Any]],
        note: np.dtype[Any],
    ) -> "Rules":
        """Return the same rules for a template with own arrays and bundles, and a bot's notes."""
        return Rules(
            self.package,
            words=self.words,
            arrays={**self.arrays, **arrays},
            uses=self.uses,
            bundles=bundles,
            **{**self.records, "note": note},
        )

    def __call__(self, function: Function) -> Function:
        """Return a rule, compiled when first needed, for the types of its parameter names."""
        return self._rule(function, inline=False)

    def inline(self, function: Function) -> Function:
        """Return a rule so small or so hot that its callers always take it in whole."""
        return self._rule(function, inline=True)

    def _rule(self, function: Function, inline: bool) -> Function:
        self.check_names(function)
        if MODE == "interpreted":
            return function
        return self.compile(function, self._folder_of(function), inline)

    def _sources(self, function: Callable[..., Any]) -> list[Path]:
        """Return the files behind a function; one written elsewhere adds its own."""
        file = Path(inspect.getfile(function))
        if file in self.files:
            return self.files
        return self.bot_files if file in self.bot_files else [*self.files, file]

    def _folder_of(self, function: Callable[..., Any]) -> Path:
        """Return the package's folder for rules, and one below it for everything else."""
        file = Path(inspect.getfile(function))
        if file not in self._folders:
            sources = self._sources(function)
            part = "" if sources is self.files else cache.key(self.facts, sources)
            self._folders[file] = self.folder / part
        return self._folders[file]

    @property
    def folder(self) -> Path:
        if self._folder is None:
            self._folder = open_folder(f"{self.name}-{cache.key(self.facts, self.files)}")
        return self._folder

    def compile(self, function: Function, folder: Path, inline: bool = False) -> Function:
        """Return a compiled function whose machine code is kept in `folder`."""
        rule = machine.Machine(
            function, self.name, lambda: self.signatures(function), folder, inline
        )
        rule.dispatcher.sources = {*self._sources(function)}
        compiled: Function = rule.dispatcher
        return compiled

    def check_names(self, function: Callable[..., Any]) -> None:
        """Refuse a misspelt known name, which would silently become an integer."""
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.default is not parameter.empty:
                raise TypeError(f"parameter {name!r} of {function.__name__} may have no default")
            if name in self.known_names:
                continue
            singular = f"{name}s" in {*BUFFERS, *self.arrays}  # a good name for one of them
            for known in sorted(self.known_names):
                if not singular and is_misspelt(name, known):
                    raise TypeError(
                        f"parameter {name!r} of {function.__name__} looks like {known!r}: "
                        "spell it so, or choose another name"
                    )

    def signatures(self, function: Callable[..., Any]) -> tuple[Any, Any]:
        """Return the declared types where a `tally` is None, and where it is not."""
        if self._types is None:
            self._types = self._type_names()
        integer, none = machine.numba().int64, machine.numba().none
        names = list(inspect.signature(function).parameters)
        full = tuple(self._types.get(name, integer) for name in names)
        bare = tuple(none if n == "tally" else t for n, t in zip(names, full, strict=True))
        return bare, full

    def _type_names(self) -> dict[str, Any]:
        numba = machine.numba()
        types: dict[str, Any] = {
            name: numba.types.Array(getattr(numba, kind), dimensions, "C")
            for name, (kind, dimensions) in {**BUFFERS, **self.arrays}.items()
        }
        types["word"] = numba.uint64  # one value of the random generator
        for name, dtype in self.records.items():
            one = numba.from_dtype(dtype)
            types[name] = one
            types[plural(name)] = numba.types.Array(one, 1, "C")
        if "state" in types:
            types["children"] = types["states"]
            types["counted"] = types["tally"]  # a tally that is never None
            for name, bundle in self.bundles.items():
                fields = [types.get(field, numba.int64) for field in bundle._fields]
                types[name] = numba.types.NamedTuple(fields, bundle)
        return types


@functools.cache  # the same few names occur in a hundred rules
def is_misspelt(name: str, known: str) -> bool:
    """Return whether a letter is extra, missing, wrong or swapped; in short names only swapped."""
    if abs(len(name) - len(known)) > 1:
        return False
    cuts = [(known[:i], known[i:]) for i in range(len(known) + 1)]
    slips = {head + tail[1:2] + tail[:1] + tail[2:] for head, tail in cuts}
    if len(known) > 4:
        slips |= {head + tail[1:] for head, tail in cuts}
        slips |= {head + letter + tail for head, tail in cuts for letter in name}
        slips |= {head + letter + tail[1:] for head, tail in cuts for letter in name}
    return name != known and name in slips


def plural(name: str) -> str:
    """Return the parameter name for an array of such records."""
    return {"options": "variants", "tally": "tallies", "sums": "ledger"}.get(name, name + "s")


KERNEL_MARK = "is_offleash_kernel"


def kernel(function: Function) -> Function:
    """Mark a function of a template module; `specialise` compiles it, bound to one game."""
    setattr(function, KERNEL_MARK, True)
    return function


_specialised: dict[str, Any] = {}


@functools.cache  # every batch asks for its kernels, and naming them takes longer than a short one
def specialise(
    rules: Rules,
    template: python_types.ModuleType,
    *,
    note: np.dtype[Any] = EMPTY,
    **bound: Callable[..., Any],
) -> Any:
    """Return a copy of a template module whose free names are bound to one game's functions.

    A template may name arrays of its own in `ARRAYS`, named tuples whose fields are called like
    their types in `BUNDLES`, and define a function that stands where nothing is bound; `note` is
    the record of the array `notes`, a bot's own workspace.

    Numba caches module-level functions only, and keys them on file, qualified name and bytecode:
    so the copy is a module of its own, and every qualified name carries all that is bound in.
    """
    arrays, bundles = getattr(template, "ARRAYS", {}), getattr(template, "BUNDLES", {})
    kinds = rules.extended(arrays, bundles, note)
    names = [f"{key}_{_label(value)}" for key, value in sorted(bound.items())]
    label = "__".join([rules.name, kinds.facts, *names])
    tag = hashlib.sha256(label.encode()).hexdigest()[:12]
    name = f"{template.__name__}_{rules.name}_{tag}"
    if name in _specialised:
        return _specialised[name]
    file = Path(template.__file__ or "")
    module = python_types.ModuleType(name, template.__doc__)
    module.__file__ = str(file)
    sys.modules[name] = module
    exec(compile(file.read_text(), str(file), "exec"), module.__dict__)
    marked = inspect.getmembers(module, lambda v: inspect.isfunction(v) and hasattr(v, KERNEL_MARK))
    own = (name for name, _ in marked if name not in bound)
    kernels = sorted(own, key=list(module.__dict__).index)
    module.__dict__.update(bound)
    module.__dict__.update((bundle.__name__, bundle) for bundle in bundles.values())
    for key in kernels:
        function = module.__dict__[key]
        function.__module__ = name
        function.__qualname__ = f"{key}__{rules.name}_{tag}"
        module.__dict__[key] = _compile_kernel(rules, kinds, function, file)
    _specialised[name] = module
    return module


def _compile_kernel(rules: Rules, kinds: Rules, function: Function, file: Path) -> Function:
    """Compile a kernel, keyed on all files behind it: what it calls may be bound to others too."""
    if MODE != "compiled":
        return kinds(function)
    values = function.__globals__.values()
    sources = {*rules.files, file}.union(*(getattr(value, "sources", ()) for value in values))
    compiled: Any = kinds.compile(function, rules.folder / cache.key(kinds.facts, sources))
    compiled.sources = sources
    kernel: Function = compiled
    return kernel


def direct(function: Function) -> Function:
    """Return a rule or kernel for a caller that vouches for argument types: they go unchecked."""
    if MODE != "compiled":
        return function
    code: Function = function.machine.direct()  # type: ignore[attr-defined]
    return code


def source_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def _label(function: Callable[..., Any]) -> str:
    source = source_of(function)
    return f"{source.__module__}.{source.__qualname__}"


if MODE == "interpreted":
    # The random generator multiplies 64-bit words and means to wrap around.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)
