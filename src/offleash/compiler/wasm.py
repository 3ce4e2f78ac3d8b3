"""Rules and kernels as WebAssembly, for web pages: linked from the parts of their machine code.

A part is typed code before it is optimised, and nothing of this processor is in it but the names of
a target and of a layout of data. So WebAssembly needs no other source and no second compilation:
the parts of some kernels are linked, renamed for the other target, and optimised for it.

In a module every kernel is a function of one argument, the address of a table of 64-bit words. The
first word gets what the kernel returns; then come its arguments. A number is a word, a record is
its address, and an array is its address and its lengths, a word for each dimension.
"""

import hashlib
import importlib
import importlib.metadata
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from offleash.compiler import cache_files, machine
from offleash.compiler.rule import MODE
from offleash.tools.errors import OffleashError

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint,+simd128"
OPTIMISE = 3
STACK_BYTES = 1 << 20  # below everything else: an overflow is an error and no wrong number
WORD = 8  # bytes of an entry of a table
INTEGER, RECORD, ARRAY = "integer", "record", "array"  # forms of arguments

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel: its name, with that of its bundle, and what it is."""

    name: str  # "games.states"
    form: str
    item: np.dtype[Any]  # the type of a record, or of the items of an array
    dimensions: int = 0


def arguments_of(kernel: Kernel) -> list[Argument]:
    """Return the arguments of a rule or kernel, with those of its bundles one by one."""
    code = _machine(kernel)
    names, kinds = code.function.__code__.co_varnames, code._signatures()[1]
    return [one for name, kind in zip(names, kinds, strict=False) for one in _flat(name, kind)]


def _machine(kernel: Any) -> machine.Machine:
    if MODE != "compiled":
        raise OffleashError("OFFLEASH_RULES must be compiled to build modules for web pages")
    code: machine.Machine = kernel.machine
    return code


def _flat(name: str, kind: Any) -> Iterator[Argument]:
    """Yield one argument, or the fields of a bundle."""
    types = machine._inside("types")
    if isinstance(kind, types.NamedTuple):
        for field, inner in zip(kind.fields, kind.types, strict=True):
            yield from _flat(f"{name}.{field}", inner)
    elif isinstance(kind, types.Array):
        yield Argument(name, ARRAY, _dtype(kind.dtype), kind.ndim)
    elif isinstance(kind, types.Record):
        yield Argument(name, RECORD, _dtype(kind))
    elif isinstance(kind, types.Integer):
        yield Argument(name, INTEGER, np.dtype(np.int64))
    else:
        raise TypeError(f"{name} is {kind}, which no page can pass")


def _dtype(kind: Any) -> np.dtype[Any]:
    """Return the type of a record or number as NumPy has it."""
    is_record = isinstance(kind, machine._inside("types").Record)
    return np.dtype(kind.dtype if is_record else str(kind))


def build(kernels: Mapping[str, Kernel], folder: Path) -> bytes:
    """Return a module that exports kernels by these names; what was built is kept in `folder`."""
    codes = {name: _machine(kernel) for name, kernel in kernels.items()}
    paths = [code._path("part", code._signatures()[1]) for code in codes.values()]
    facts = [*map(str, paths), *codes, _linker_version(), FEATURES, str(OPTIMISE)]
    sha = hashlib.sha256("\n".join(facts).encode() + Path(__file__).read_bytes())
    path = folder / f"{sha.hexdigest()[:16]}.wasm"
    module = cache_files.read(path)
    if module is None:
        module = _link(_object_code(codes), tuple(codes))
        cache_files.write(path, module)
    return module


# The code of all kernels for the other target


def _object_code(codes: Mapping[str, machine.Machine]) -> bytes:
    """Return what the linker takes: all parts in one, optimised."""
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=OPTIMISE, features=FEATURES, reloc="static", codemodel="default"
    )
    with machine._inside("compiler_lock").global_compiler_lock:
        module = _linked_parts(codes, str(target.target_data))
    module.verify()
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in codes:
            value.linkage = "internal"  # so that more can be merged, and nothing else is exported
    _refuse_addresses(module)
    tuning = llvm.create_pipeline_tuning_options(OPTIMISE)
    builder = llvm.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code


def _linked_parts(codes: Mapping[str, machine.Machine], layout: str) -> Any:
    """Return a module with the parts of all kernels and a function for each of them to export."""
    llvm = importlib.import_module("llvmlite.binding")
    order: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in order:
            for part in library.parts:
                visit(part)
            order[library] = None

    text = [f'target datalayout = "{layout}"', f'target triple = "{TRIPLE}"']
    declared: dict[str, str] = {}
    with machine._rare_collections():
        for name, code in codes.items():
            _, signature, library = code._part(code._signatures()[1])
            visit(library)
            function = library._final_module.get_function(library.symbol)
            kinds = ", ".join(str(argument.type) for argument in function.arguments)
            declared[library.symbol] = f'declare i32 @"{library.symbol}"({kinds})'
            text.append(_entry(name, library.symbol, signature, arguments_of(code.dispatcher)))
    whole = llvm.parse_assembly("\n".join([*text, *declared.values()]))
    for library in reversed(order):
        part = llvm.parse_bitcode(library._final_module.as_bitcode())
        part.data_layout, part.triple = layout, TRIPLE
        whole.link_in(part)
    return whole


def _refuse_addresses(module: Any) -> None:
    """Refuse code that contains an address of this process, or calls what no page has."""
    outside = [
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    ]
    if outside:
        raise OffleashError(f"a web page has no {', '.join(sorted(outside))}")
    if "inttoptr" in str(module):
        raise OffleashError(
            "a table of more than a megabyte is used where it lies, so no page can have it"
        )


class _Lines:
    """Lines of an entry: each loads a word of the table."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words = 1  # after the one for what is returned

    def word(self, kind: str) -> str:
        number, place = self.words, self.words * WORD
        self.words += 1
        self.lines.append(f"%p{number} = getelementptr i8, ptr %table, i64 {place}")
        self.lines.append(f"%w{number} = load {kind}, ptr %p{number}")
        return f"{kind} %w{number}"

    def product(self, item: int, lengths: list[str], name: str) -> str:
        """Return so many bytes for each of these lengths, multiplied."""
        last = str(item)
        for number, length in enumerate(lengths):
            self.lines.append(f"%{name}{number} = mul i64 {last}, {length.split()[1]}")
            last = f"%{name}{number}"
        return f"i64 {last}"


def _entry(name: str, symbol: str, signature: Any, arguments: list[Argument]) -> str:
    """Return a function that calls a kernel with what a table says, as Numba passes arguments."""
    lines, passed = _Lines(), ["ptr %result", "ptr %fault"]
    for argument in arguments:
        kind = "i64" if argument.form == INTEGER else "ptr"
        place = lines.word(kind)
        if argument.form != ARRAY:
            passed.append(place)
            continue
        at, size = lines.words, argument.item.itemsize
        lengths = [lines.word("i64") for _ in range(argument.dimensions)]
        count = lines.product(1, lengths, f"n{at}.")
        strides = [
            lines.product(size, lengths[axis + 1 :], f"s{at}.{axis}.")
            for axis in range(argument.dimensions)
        ]
        passed += ["ptr null", "ptr null", count, f"i64 {size}", place, *lengths, *strides]
    kind, widen = _returned(signature.return_type)
    body = [
        f"%result = alloca {kind}",
        "%fault = alloca ptr",
        f"store {kind} 0, ptr %result",
        *lines.lines,
        f'%status = call i32 @"{symbol}"({", ".join(passed)})',
        f"%value = load {kind}, ptr %result",
        f"%wide = {widen}" if widen else "%wide = add i64 %value, 0",
        "store i64 %wide, ptr %table",
        "ret i32 %status",
    ]
    return "\n".join([f'define i32 @"{name}"(ptr %table) {{', *body, "}"])


def _returned(kind: Any) -> tuple[str, str]:
    """Return the stored type of what a kernel returns, and what makes a whole word of it."""
    types = machine._inside("types")
    if isinstance(kind, types.NoneType) or (isinstance(kind, types.Integer) and kind.bitwidth > 32):
        return "i64", ""
    if isinstance(kind, types.Boolean):
        return "i8", "zext i8 %value to i64"
    if isinstance(kind, types.Integer):
        extend = "sext" if kind.signed else "zext"
        return f"i{kind.bitwidth}", f"{extend} i{kind.bitwidth} %value to i64"
    raise TypeError(f"a kernel returns {kind}, which no page can read")


# The linker


@cache
def _linker_version() -> str:
    try:
        return importlib.metadata.version("ziglang")
    except importlib.metadata.PackageNotFoundError:
        raise OffleashError(
            "building modules for web pages needs ziglang, which is not installed: "
            "pip install 'offleash[wasm]'"
        ) from None


def _link(code: bytes, exports: tuple[str, ...]) -> bytes:
    """Return the finished module: no imports, and a memory that the page can enlarge."""
    _linker_version()
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "rules.o", Path(name) / "rules.wasm"
        source.write_bytes(code)
        options = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-O2")
        named = [f"--export={export}" for export in (*exports, "__heap_base")]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", str(source), "-o", str(target)]
        command += [*options, *named, "-z", f"stack-size={STACK_BYTES}"]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode:
            raise OffleashError(f"the linker failed: {process.stderr.strip()[:500]}")
        return target.read_bytes()
