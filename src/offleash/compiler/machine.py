"""Rules as machine code of this processor; `gpu.py` makes that of a graphics card.

Numba by itself makes machine code of every function that a kernel calls, with a door for Python to
each, and optimises a function again within each of its callers. Here a rule that another one calls
is only a *part*: typed and lowered code, which the caller links in. Machine code is made of what
Python calls, once, together with all its parts.

What this needs of Numba is tried one by one in `tests/compiler/test_machine.py`.
"""

import ctypes
import gc
import hashlib
import importlib
import inspect
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from offleash.compiler import cache_files, notice

Signature = tuple[Any, ...]

# What is told how compiling goes on. The command line puts its own here.
announce: notice.Announce = notice.print_line

_progress: notice.Progress | None = None  # of the task at hand

NEW_OBJECTS = 200_000  # after which Python looks for garbage while rules are compiled


@cache
def numba() -> Any:
    """Return Numba, imported when something is first compiled and not before."""
    module = importlib.import_module("numba")
    _let_fields_be_arrays()
    _remember_record_texts()
    _compare_flags_quickly()
    _remember_signatures()
    return module


def _inside(name: str) -> Any:
    """Return a module of Numba's core."""
    numba()
    return importlib.import_module(f"numba.core.{name}")


def _let_fields_be_arrays() -> None:
    """Allow an array in a record where a rule declares an array: they are laid out alike.

    Numba finds that the types fit, and then has no way to convert one into the other.
    """
    types = importlib.import_module("numba.core.types")
    casts = importlib.import_module("numba.core.imputils")
    casts.lower_cast(types.NestedArray, types.Array)(
        lambda context, builder, old, new, value: value
    )


def _remember_record_texts() -> None:
    """Keep texts of records: Numba writes all fields whenever it names a type that contains one."""
    record = importlib.import_module("numba.core.types").Record
    record.__repr__ = cache(record.__repr__)


def _compare_flags_quickly() -> None:
    """Compare Numba's settings quickly: it compares all whenever it looks up an own function."""
    settings = importlib.import_module("numba.core.targetconfig").TargetConfig
    compare = settings.__eq__

    def is_same(one: Any, other: Any) -> Any:
        is_equal = type(one) is type(other) and one._values == other._values
        return is_equal or compare(one, other)

    settings.__eq__ = is_same
    settings.__hash__ = lambda one: hash(type(one))  # Numba's is the same for all settings


def _remember_signatures() -> None:
    """Remember what an operator returns for such arguments: Numba works it out at every use."""
    function = importlib.import_module("numba.core.types").Function
    resolve = function.get_call_type
    signatures: dict[tuple[Any, ...], Any] = {}

    def get_call_type(one: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        call = (context, one, tuple(arguments), tuple(keywords.items()))
        if call not in signatures:
            signatures[call] = resolve(one, context, arguments, keywords)
        return signatures[call]

    function.get_call_type = get_call_type


@contextmanager
def _loaded_registries(contexts: tuple[Any, ...]) -> Iterator[None]:
    """Let Numba import all that it can compile before the first function only, not before each.

    What its registries have learnt since is still looked at.
    """
    name = "load_additional_registries"
    if name in vars(contexts[0]):  # within another function
        yield
        return
    for context in contexts:
        context.refresh()
    for context in contexts:
        registries = tuple(context._registries)
        install = context.install_registry
        setattr(context, name, lambda r=registries, i=install: list(map(i, r)))
    try:
        yield
    finally:
        for context in contexts:
            delattr(context, name)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for garbage less often while compiling, which makes many objects that live on."""
    usual = gc.get_threshold()
    gc.set_threshold(max(usual[0], NEW_OBJECTS) if usual[0] else 0, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def _trusted_indices() -> Iterator[None]:
    """Use indices as they are in what is compiled meanwhile: none counts from an array's end.

    Numba would test whether it is negative. With bounds checks, a negative index is an error.
    """
    arrays: Any = importlib.import_module("numba.np.arrayobj")
    types = _inside("types")
    with_wraparound = arrays.fix_integer_index

    def widened(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrays.fix_integer_index = widened
    try:
        yield
    finally:
        arrays.fix_integer_index = with_wraparound


@cache
def _read_records_in_place() -> None:
    """Read records that Python passes by the address that their NumPy scalars contain.

    Numba asks the scalar for a buffer, and NumPy describes every field of the record for that: it
    takes fifty times as long as a short rule. Where a scalar is laid out in another way, it does.
    """
    offset = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)  # after Python's own header
    records = np.zeros(2, [("number", np.int64)])
    scalar = records[1]
    address = ctypes.c_void_p.from_address(id(scalar) + offset).value
    if address != records.ctypes.data + records.itemsize:
        return
    importlib.import_module("numba.core.boxing")  # which sets what is replaced here
    interface, llvm = _inside("pythonapi"), importlib.import_module("llvmlite.ir")

    def unbox(kind: Any, scalar: Any, c: Any) -> Any:
        address_type = c.context.get_value_type(kind)
        start = c.builder.bitcast(scalar, llvm.IntType(8).as_pointer())
        place = c.builder.gep(start, [llvm.Constant(llvm.IntType(64), offset)])
        address = c.builder.load(c.builder.bitcast(place, address_type.as_pointer()))
        return interface.NativeValue(address)

    interface._unboxers.functions[_inside("types").Record] = unbox


def switches() -> str:
    """Return the versions and every setting of Numba that change the code it makes."""
    config = numba().config
    names = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")
    values = [getattr(config, name) for name in names]
    return repr([sys.version_info[:2], numba().__version__, np.__version__, values])


@cache
def _part_library() -> Any:
    """Return where the code of a part is put."""
    codegen = _inside("codegen")

    class Part(codegen.JITCodeLibrary):  # type: ignore[name-defined,misc]
        """Code to be linked into other code: no machine code is made of it."""

        _linking_libraries: list[Any]
        _shared_module: Any
        machine: "Machine"  # whose code it is,
        is_full: bool  # with a tally or without one,
        symbol: str  # and what others call it by
        parts: tuple["Part", ...] = ()  # that it calls

        def finalize(self) -> None:
            """Take in what it calls of Numba's; its parts are linked with the whole, once each."""
            libraries = dict.fromkeys(self._linking_libraries)
            self.parts = tuple(code for code in libraries if isinstance(code, Part))
            self._linking_libraries = [code for code in libraries if not isinstance(code, Part)]
            super().finalize()

        def _optimize_functions(self, module: Any) -> None:
            """Optimise like Numba, but only what has code here, and less: the whole comes later."""
            module.data_layout = self._codegen._data_layout
            passes, builder = self._codegen._function_pass_manager(opt=1)
            for function in module.functions:
                if not function.is_declaration:
                    passes.run(function, builder)

        def _optimize_final_module(self) -> None:
            """Do nothing: its callers' code is optimised with it."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def _get_module_for_linking(self) -> Any:
            """Return the module as Numba does, uncopied: nothing else needs the code as it was."""
            if self._shared_module is None:
                self._ensure_finalized()
                for function in self._final_module.functions:
                    if not function.is_declaration and function.linkage.name == "external":
                        function.linkage = "linkonce_odr"
                self._shared_module = self._final_module
            return self._shared_module

    return Part


@cache
def _whole_library() -> Any:
    """Return where the code of what Python calls is put."""
    codegen = _inside("codegen")

    class Whole(codegen.JITCodeLibrary):  # type: ignore[name-defined,misc]
        """Code with all that it calls."""

        _linking_libraries: list[Any]

        def finalize(self) -> None:
            """Link callers first: what nothing calls yet would be left out."""
            order: dict[Any, None] = {}

            def visit(library: Any) -> None:
                if library not in order:
                    for part in getattr(library, "parts", ()):
                        visit(part)
                    order[library] = None

            for library in self._linking_libraries:
                visit(library)
            self._linking_libraries = list(reversed(order))
            super().finalize()

        def _optimize_final_module(self) -> None:
            """Optimise once, where Numba first looks for references to count; rules have none.

            Nobody else calls these parts: so more can be merged.
            """
            for function in self._final_module.functions:
                if function.linkage.name == "linkonce_odr" and not function.is_declaration:
                    function.linkage = "internal"
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)

    return Whole


class Machine:
    """One rule: compiled for its declared types, on first need, and kept in a folder.

    `signatures` are the declared types: without a tally and with one, or the same thing twice.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        package: str,
        signatures: Callable[[], tuple[Signature, Signature]],
        folder: Path,
        inline: bool,
    ) -> None:
        self.function, self.package, self.folder = function, package, folder
        self._signatures = cache(signatures)
        self.dispatcher = numba().njit(
            nogil=True,
            error_model="numpy",
            forceinline=inline,
            _nrt=False,  # rules allocate nothing, so nothing need be counted
            no_cfunc_wrapper=True,  # nobody takes their address
        )(function)
        self.dispatcher.compile = self.compile
        self.dispatcher.get_call_template = self.get_call_template
        self.dispatcher.get_overload = self.get_overload
        self.dispatcher.machine = self
        # What to link by, its signature and its code
        self._parts: dict[Signature, tuple[Any, Any, Any]] = {}
        self._is_compiling = False

    def make(self) -> None:
        """Make the machine code now, or load it, before anybody calls."""
        self.compile(self._signatures()[1])

    def direct(self) -> Any:
        """Return the machine code as a function that does not look at the types of its arguments.

        Numba finds them out in every call, which takes longer than a short kernel.
        """
        return self.compile(self._signatures()[1])

    # Numba's dispatcher calls these three.

    def compile(self, arguments: Signature) -> Any:
        """Return machine code for a call from Python with such arguments."""
        kinds = self._declared(arguments)
        self._check(kinds, arguments)
        overloads = self.dispatcher.overloads
        with _inside("compiler_lock").global_compiler_lock:
            if kinds not in overloads:
                result = self._load_whole(kinds) or self._compile_whole(kinds)
                self.dispatcher.add_overload(result)
        return overloads[kinds].entry_point

    def get_call_template(self, arguments: Signature, keywords: dict[str, Any]) -> Any:
        """Return what the call returns, for a rule that is being compiled and calls this one."""
        signature, folded = self.dispatcher.fold_argument_types(arguments, keywords)
        kinds = self._declared(folded)
        self._refuse_fractions(kinds, folded)
        name = self.function.__name__
        make = _inside("typing.templates").make_concrete_template
        return make(name, name, [self._part(kinds)[1]]), signature, folded, {}

    def get_overload(self, arguments: Signature) -> Any:
        """Return what to link in, for a rule that is being compiled and calls this one."""
        return self._parts[tuple(arguments)][0]

    # Types

    def _declared(self, arguments: Signature) -> Signature:
        """Return the signature that such arguments are meant for: one of them may be None."""
        bare, full = self._signatures()
        return bare if numba().none in arguments else full

    def _check(self, kinds: Signature, arguments: Signature) -> None:
        """Refuse a record or an array of another kind than the one that is declared."""
        types = _inside("types")
        for position, (kind, actual) in enumerate(zip(kinds, arguments, strict=True)):
            numbers = isinstance(kind, types.Integer) and isinstance(
                actual, types.Integer | types.Boolean
            )
            if actual != kind and not numbers:
                name = self.function.__name__
                raise TypeError(f"argument {position} of {name} is {actual}, not {kind}")

    def _refuse_fractions(self, kinds: Signature, arguments: Signature) -> None:
        """Refuse a caller's fraction: it would be cut off when compiled, kept when interpreted."""
        types = _inside("types")
        for position, (kind, actual) in enumerate(zip(kinds, arguments, strict=True)):
            if isinstance(kind, types.Integer) and isinstance(actual, types.Float):
                name = self.function.__name__
                raise TypeError(f"argument {position} of {name} is {actual}, not {kind}")

    # Compiling

    def _run(self, kinds: Signature, library: Any, **changes: bool) -> Any:
        """Run Numba's own compiler, into a library of ours."""
        if self._is_compiling:
            raise TypeError(f"{self.function.__name__} calls itself: a rule can't be recursive")
        compiler, dispatcher = _inside("compiler"), self.dispatcher
        target = dispatcher.targetdescr
        flags = compiler.Flags()
        target.options.parse_as_flags(flags, dispatcher.targetoptions)
        for name, value in changes.items():
            setattr(flags, name, value)
        _read_records_in_place()
        self._is_compiling = True
        try:
            contexts = (target.typing_context, target.target_context)
            with _loaded_registries(contexts), _trusted_indices():
                return compiler.compile_extra(
                    *contexts,
                    self.function,
                    args=kinds,
                    return_type=None,
                    flags=flags,
                    locals={},
                    library=library,
                )
        finally:
            self._is_compiling = False

    def _compile_whole(self, kinds: Signature) -> Any:
        global _progress
        library = _whole_library()(self._codegen, self.function.__qualname__)
        library.enable_object_caching()
        total = 1 + sum(1 for _ in self._missing(kinds, set()))
        with notice.Progress(announce, self.package, self.function.__name__, total) as _progress:
            try:
                with _rare_collections():
                    result = self._run(kinds, library)
                _progress.advance()
            finally:
                _progress = None
        for environment in result._find_referenced_environments():
            self._codegen.set_env(environment.env_name, environment)
        if not library.has_dynamic_globals:
            self._save("whole", kinds, result._reduce())
        return result

    def _part(self, kinds: Signature) -> tuple[Any, Any, Any]:
        if kinds not in self._parts:
            self._parts[kinds] = self._load_part(kinds) or self._compile_part(kinds)
        return self._parts[kinds]

    def _compile_part(self, kinds: Signature) -> tuple[Any, Any, Any]:
        library = _part_library()(self._codegen, self.function.__qualname__)
        result = self._run(kinds, library, no_cpython_wrapper=True, no_compile=True)
        description = result.fndesc
        description.typemap = description.calltypes = None  # large, and needed no more
        code = library._get_module_for_linking().as_bitcode()
        names = {id(rule): name for name, rule in self._callees()}
        calls = [(names.get(id(p.machine)), p.is_full, p.symbol) for p in library.parts]
        if not library.has_dynamic_globals and all(name for name, _, _ in calls):
            facts = (code, description, result.environment, result.signature, calls)
            self._save("part", kinds, facts)
        if _progress:
            _progress.advance()
        return self._linked(kinds, library, description, result.environment, result.signature)

    def _linked(
        self, kinds: Signature, library: Any, description: Any, environment: Any, signature: Any
    ) -> tuple[Any, Any, Any]:
        """Make a part known to what is compiled after it."""
        library.machine, library.is_full = self, kinds == self._signatures()[1]
        library.symbol = description.llvm_func_name
        library.environment = environment  # kept alive: machine code points to it
        key = (self, signature)
        self.dispatcher.targetctx.insert_user_function(key, description, [library])
        return key, signature, library

    def _called_part(self, name: str, is_full: bool, symbol: str) -> Any:
        """Return the code of a called rule, which must be what this one was compiled with."""
        rule: Machine = self.function.__globals__[name].machine
        library = rule._part(rule._signatures()[is_full])[2]
        if library.symbol != symbol:
            raise LookupError(f"{name} was compiled anew")
        return library

    @property
    def _codegen(self) -> Any:
        return self.dispatcher.targetctx.codegen()

    # What is kept

    def _load_whole(self, kinds: Signature) -> Any:
        """Load without Numba's registries, which only compiling needs: that takes half a second."""
        context = self.dispatcher.targetctx

        def rebuild(*facts: Any) -> Any:
            result = _inside("compiler").CompileResult._rebuild(context, *facts)
            context.insert_user_function(result.entry_point, result.fndesc, [result.library])
            return result

        return self._load("whole", kinds, rebuild)

    def _load_part(self, kinds: Signature) -> tuple[Any, Any, Any] | None:
        def rebuild(
            code: bytes, description: Any, environment: Any, signature: Any, calls: list[Any]
        ) -> Any:
            library = _part_library()(self._codegen, self.function.__qualname__)
            library.parts = tuple(self._called_part(*call) for call in calls)
            library._final_module = importlib.import_module("llvmlite.binding").parse_bitcode(code)
            library._finalized = True
            return self._linked(kinds, library, description, environment, signature)

        part: tuple[Any, Any, Any] | None = self._load("part", kinds, rebuild)
        return part

    def _load(self, form: str, kinds: Signature, rebuild: Callable[..., Any]) -> Any:
        """Return what is kept, made usable again; None where that can't be done."""
        contents = cache_files.read(self._path(form, kinds))
        if contents is None:
            return None
        try:
            return rebuild(*pickle.loads(contents))
        except Exception:  # whatever is wrong with it: it is compiled and written anew
            return None

    def _save(self, form: str, kinds: Signature, facts: tuple[Any, ...]) -> None:
        cache_files.write(self._path(form, kinds), _inside("serialize").dumps(facts))

    def _path(self, form: str, kinds: Signature) -> Path:
        """Return the file for this function with these types on this processor."""
        function = self.function
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        is_full = kinds == self._signatures()[1]
        facts = (function.__qualname__, is_full, self._codegen.magic_tuple())
        sha = hashlib.sha256(repr(facts).encode() + function.__code__.co_code)
        sha.update(_inside("serialize").dumps(cells) if cells else b"")
        stem = Path(inspect.getfile(function)).stem
        line = function.__code__.co_firstlineno
        name = f"{stem}.{function.__name__}.{line}.{sha.hexdigest()[:16]}.{form}"
        return self.folder / name

    # What is still to do

    def _missing(self, kinds: Signature, seen: set[Path]) -> Iterator["Machine"]:
        """Yield the rules below this one that are neither compiled nor kept."""
        for _, rule in self._callees():
            bare, full = rule._signatures()
            same = full if kinds == self._signatures()[1] else bare
            path = rule._path("part", same)
            if path not in seen and same not in rule._parts and not path.exists():
                seen.add(path)
                yield rule
                yield from rule._missing(same, seen)

    def _callees(self) -> Iterator[tuple[str, "Machine"]]:
        """Yield the rules that a function names, each with its name."""
        for name in sorted(_names(self.function.__code__)):
            rule = getattr(self.function.__globals__.get(name), "machine", None)
            if isinstance(rule, Machine):
                yield name, rule


def _names(code: CodeType) -> set[str]:
    """Return all names that a function and the functions within it look up."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names
