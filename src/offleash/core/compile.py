"""Turns rule functions into machine code: the only module that imports Numba.

A rule is a plain function whose *parameter names are its types*: `state`, `options`, `work` and
`tally` are the game's records, their plurals are arrays of them, the names in `BUFFERS` are
arrays of numbers, and everything else is an integer. So `@rule` needs no signature, and each
rule is compiled once, however its callers spell their integers.

`OFFLEASH_RULES` chooses how rules run:

- `compiled` (default): machine code, cached on disk
- `interpreted`: ordinary Python, for a debugger or a second opinion; Numba is not imported
- `cuda`: device functions, for a machine with an NVIDIA GPU
"""

import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
import threading
import types as python_types
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from offleash.core.errors import OffleashError
from offleash.core.record import EMPTY

Function = TypeVar("Function", bound=Callable[..., Any])

MODE = os.environ.get("OFFLEASH_RULES", "compiled")
if MODE not in ("compiled", "interpreted", "cuda"):
    problem = f"OFFLEASH_RULES is {MODE!r}; it must be compiled, interpreted or cuda"
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
    "rows": ("int64", 1),  # which options each game of a batch is played with
    "words": ("uint64", 2),  # records as 64-bit words, for copying
    "child_words": ("uint64", 2),
    "plan_words": ("uint64", 2),
}

# Further names that are no integers: see `Rules._type_names`.
MORE_NAMES = ("word", "children", "counted")

# How code is made enters every digest; what it is made from lies in folders of this name.
HOW = Path(__file__)
PLACE = "rules"

# What a fresh compile calls once a process, with the game's name. The command line replaces it.
announce: Callable[[str], None] = lambda name: print(  # noqa: E731
    f"offleash: compiling the rules of {name} (half a minute, once)", file=sys.stderr
)

_announced: set[str] = set()  # games that have been looked at
_cache_lock = threading.Lock()


@cache
def _numba() -> Any:
    """Numba, imported when something is first compiled and not before."""
    numba = importlib.import_module("numba")
    _let_fields_be_arrays()
    return numba


def _let_fields_be_arrays() -> None:
    """An array in a record may be passed where a rule declares an array: they are laid out alike.

    Numba finds that the types fit, and then has no way to convert one into the other.
    """
    types = importlib.import_module("numba.core.types")
    casts = importlib.import_module("numba.core.imputils")
    casts.lower_cast(types.NestedArray, types.Array)(
        lambda context, builder, old, new, value: value
    )


def cache_root() -> Path:
    """Where compiled rules are kept: `OFFLEASH_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("OFFLEASH_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "offleash"


def _switches() -> str:
    """Numba's version and every setting of it that changes the code it makes."""
    numba = _numba()
    config = numba.config
    names = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUG_INFO_DEFAULT")
    return repr([numba.__version__, np.__version__, [getattr(config, n, None) for n in names]])


def _digest(facts: str, files: Iterable[Path]) -> str:
    """A name for all that decides the machine code: settings, record types, sources."""
    sha = hashlib.sha256(f"{_switches()}\n{facts}\n".encode())
    for file in sorted(set(files)):
        sha.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()[:16]


def rule_files(package: str) -> list[Path]:
    """The compiled part of a package: all that lies in its folder `rules`."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ValueError(f"{package} is no package")
    return sorted((Path(spec.origin).parent / PLACE).rglob("*.py"))


class Rules:
    """The decorator `@rule` of one package: what lies in its folder `rules/` is compiled.

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
        facts = {name: dtype.descr for name, dtype in self.records.items()}
        self.facts = repr([facts, self.words, self.arrays])
        self._types: dict[str, Any] | None = None
        self._folder: Path | None = None

    @cached_property
    def files(self) -> list[Path]:
        """Every file that a change of the machine code can come from."""
        packages = {"offleash.core", self.package, *(rules.package for rules in self.uses)}
        return [HOW, *(file for package in packages for file in rule_files(package))]

    @cached_property
    def known_names(self) -> frozenset[str]:
        """Parameter names that stand for something else than an integer."""
        names = {*BUFFERS, *self.arrays, *self.records, *map(plural, self.records), *MORE_NAMES}
        return frozenset(names)

    def extended(self, arrays: Mapping[str, tuple[str, int]], note: np.dtype[Any]) -> "Rules":
        """The same rules for a template with arrays of its own, and a bot's own notes."""
        return Rules(
            self.package,
            words=self.words,
            arrays={**self.arrays, **arrays},
            uses=self.uses,
            **{**self.records, "note": note},
        )

    def __call__(self, function: Function) -> Function:
        """A rule: compiled when it is first needed, for the types its parameter names stand for."""
        return self._rule(function, inline=False)

    def inline(self, function: Function) -> Function:
        """A rule so small or so hot that its callers always take it in whole."""
        return self._rule(function, inline=True)

    def _rule(self, function: Function, inline: bool) -> Function:
        self.check_names(function)
        if MODE == "interpreted":
            return function
        if MODE == "cuda":
            device: Function = cuda().jit(device=True)(function)
            return device
        return self.compile(function, self._folder_of(function), inline)

    def _folder_of(self, function: Callable[..., Any]) -> Path:
        """The package's folder; a rule written elsewhere gets one that its own file keys."""
        file = Path(inspect.getfile(function))
        if file in self.files:
            return self.folder
        return self.folder / _digest(self.facts, [*self.files, file])

    @property
    def folder(self) -> Path:
        if self._folder is None:
            folder = cache_root() / f"{self.name}-{_digest(self.facts, self.files)}"
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OffleashError(
                    f"compiled rules can't be kept in {folder} ({error.strerror}): "
                    "set OFFLEASH_CACHE to a folder that can be written"
                ) from None
            self._folder = folder
        return self._folder

    def announce_if_cold(self) -> None:
        """Says once that a game is being compiled, when nothing of it is cached yet."""
        if self.records and self.name not in _announced:
            _announced.add(self.name)
            if not any(self.folder.rglob("*.nbi")):  # Numba's index of what is cached
                announce(self.name)

    def compile(self, function: Function, folder: Path, inline: bool = False) -> Function:
        """A compiled function whose machine code is kept in `folder`."""
        numba = _numba()
        with _cache_lock:
            # Numba reads the folder when a function is decorated, and only then.
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(folder)
            try:
                compiled = numba.njit(
                    cache=True,
                    nogil=True,
                    error_model="numpy",
                    forceinline=inline,
                    _nrt=False,  # rules allocate nothing, so nothing need be counted
                    no_cfunc_wrapper=True,  # nobody takes their address; saves a tenth of the time
                )(function)
            finally:
                numba.config.CACHE_DIR = before
        settled: Function = _settled(
            compiled, lambda: self.signatures(function), self.announce_if_cold
        )
        return settled

    def check_names(self, function: Callable[..., Any]) -> None:
        """A misspelt known name would silently become an integer: it is refused."""
        for name in inspect.signature(function).parameters:
            if name in self.known_names:
                continue
            for known in sorted(self.known_names):
                if is_misspelt(name, known):
                    raise TypeError(
                        f"parameter {name!r} of {function.__name__} looks like {known!r}: "
                        "spell it so, or choose another name"
                    )

    def signatures(self, function: Callable[..., Any]) -> list[tuple[Any, ...]]:
        """One signature, or two where a `tally` may also be None."""
        numba = _numba()
        if self._types is None:
            self._types = self._type_names()
        names = list(inspect.signature(function).parameters)
        full = tuple(self._types.get(name, numba.int64) for name in names)
        if "tally" not in names:
            return [full]
        bare = tuple(numba.none if n == "tally" else t for n, t in zip(names, full, strict=True))
        return [bare, full]

    def _type_names(self) -> dict[str, Any]:
        numba = _numba()
        found: dict[str, Any] = {
            name: numba.types.Array(getattr(numba, kind), dimensions, "C")
            for name, (kind, dimensions) in {**BUFFERS, **self.arrays}.items()
        }
        found["word"] = numba.uint64  # one value of the random generator
        for name, dtype in self.records.items():
            one = numba.from_dtype(dtype)
            found[name] = one
            found[plural(name)] = numba.types.Array(one, 1, "C")
        if "state" in found:
            found["children"] = found["states"]
            found["counted"] = found["tally"]  # a tally that is never None
        return found


def is_misspelt(name: str, known: str) -> bool:
    """One letter too many, too few, wrong or swapped; in a short name, only swapped.

    The singular of an array of numbers is a good name for one of them.
    """
    if name == known.removesuffix("s") and known in BUFFERS:
        return False
    cuts = [(known[:i], known[i:]) for i in range(len(known) + 1)]
    slips = {head + tail[1:2] + tail[:1] + tail[2:] for head, tail in cuts}
    if len(known) > 4:
        slips |= {head + tail[1:] for head, tail in cuts}
        slips |= {head + letter + tail for head, tail in cuts for letter in name}
        slips |= {head + letter + tail[1:] for head, tail in cuts for letter in name}
    return name != known and name in slips


def plural(name: str) -> str:
    """The parameter name for an array of such records."""
    return {"options": "variants", "tally": "tallies", "sums": "ledger"}.get(name, name + "s")


def _settled(
    dispatcher: Any, signatures: Callable[[], list[tuple[Any, ...]]], before: Callable[[], None]
) -> Any:
    """Compiles on first need, and for the declared signatures only.

    Numba by itself compiles either at once, which a process that loads its kernels from the cache
    need not wait for, or anew for each spelling of the arguments (`f(a, 0)` and `f(a, 1)`).
    """
    none = _numba().none
    template = dispatcher.get_call_template

    def compiled_for(arguments: tuple[Any, ...]) -> Any:
        choices = signatures()
        bare = any(argument is None or argument is none for argument in arguments)
        wanted = choices[0] if bare else choices[-1]
        _check_types(dispatcher.__name__, wanted, arguments)
        if wanted not in dispatcher.overloads:
            before()
            dispatcher.compile(wanted)
        return dispatcher.overloads[wanted].entry_point

    def for_compiled_code(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        compiled_for(arguments)
        dispatcher.disable_compile()
        try:
            return template(arguments, keywords)
        finally:
            dispatcher.disable_compile(False)

    dispatcher.get_call_template = for_compiled_code
    dispatcher._compile_for_args = lambda *arguments, **_: compiled_for(arguments)
    return dispatcher


def _check_types(name: str, wanted: tuple[Any, ...], arguments: tuple[Any, ...]) -> None:
    """A record or an array of another kind must not be taken for the one that is declared."""
    for position, (kind, argument) in enumerate(zip(wanted, arguments, strict=True)):
        if isinstance(argument, np.ndarray | np.record):
            found = _numba().typeof(argument)
            if found != kind:
                raise TypeError(f"argument {position} of {name} is {found}, not {kind}")


KERNEL_MARK = "is_offleash_kernel"


def kernel(function: Function) -> Function:
    """Marks a function of a template module; `specialise` compiles it, bound to one game."""
    setattr(function, KERNEL_MARK, True)
    return function


_specialised: dict[str, Any] = {}


def specialise(
    rules: Rules,
    template: python_types.ModuleType,
    *,
    note: np.dtype[Any] = EMPTY,
    **bound: Callable[..., Any],
) -> Any:
    """A copy of a template module whose free names are bound to one game's functions.

    A template may name arrays of its own in `ARRAYS`, and define a function that stands where
    nothing is bound; `note` is the record of the array `notes`, a bot's own workspace.

    Numba caches module-level functions only, and keys them on file, qualified name and bytecode:
    so the copy is a module of its own, and every qualified name carries all that is bound in.
    """
    kinds = rules.extended(getattr(template, "ARRAYS", {}), note)
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
    for key in kernels:
        function = module.__dict__[key]
        function.__module__ = name
        function.__qualname__ = f"{key}__{rules.name}_{tag}"
        module.__dict__[key] = _compile_kernel(rules, kinds, function, file, bound.values())
    _specialised[name] = module
    return module


def _compile_kernel(
    rules: Rules,
    kinds: Rules,
    function: Function,
    file: Path,
    bound: Iterable[Callable[..., Any]],
) -> Function:
    if MODE != "compiled":
        return kinds(function)
    files = [Path(inspect.getfile(source_of(f))) for f in bound]
    digest = _digest(kinds.facts, [*rules.files, file, *files])
    return kinds.compile(function, rules.folder / digest)


def source_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def _label(function: Callable[..., Any]) -> str:
    source = source_of(function)
    return f"{source.__module__}.{source.__qualname__}"


def cuda() -> Any:
    """numba.cuda, for the mode that needs it."""
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda still asks for it
    return importlib.import_module("numba.cuda")


def gpu_type(dtype: np.dtype[Any]) -> Any:
    """A record type as kernels for a GPU name it."""
    return _numba().from_dtype(dtype)


if MODE == "interpreted":
    # The random generator multiplies 64-bit words and means to wrap around.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)
