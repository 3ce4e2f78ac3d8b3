"""Rules as device functions of an NVIDIA GPU, in the same process as those of the processor.

A compiled rule names other rules. For the GPU its function is taken once more, with every such name
standing for a device function, and Numba makes one kernel of all of them.
"""

import dis
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache, partial
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from offleash.compiler.machine import Machine, numba
from offleash.compiler.rule import MODE
from offleash.tools.errors import OffleashError


@cache
def cuda() -> Any:
    """Return numba.cuda with our settings."""
    numba()
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda still asks for it
    module = importlib.import_module("numba.cuda")
    if not is_simulated():
        _keep_tables_in_global_memory()
        _leave_local_arrays_unset()
        _read_fields_in_one_piece()
    return module


def is_simulated() -> bool:
    """Return whether Numba simulates a GPU (NUMBA_ENABLE_CUDASIM=1), as our tests let it."""
    return bool(numba().config.ENABLE_CUDASIM)


def check_gpu() -> None:
    """Raise OffleashError if there is no GPU to run rules on, or if rules are not compiled."""
    if MODE != "compiled":
        raise OffleashError(f"OFFLEASH_RULES is {MODE}: only compiled rules run on a GPU")
    is_installed = is_simulated() or importlib.util.find_spec("numba_cuda") is not None
    if not (is_installed and cuda().is_available()):
        raise OffleashError(
            "there is no NVIDIA GPU here, or its driver or the extra gpu is missing "
            "(pip install 'offleash[gpu]')"
        )


def _keep_tables_in_global_memory() -> None:
    """Move tables that rules read out of constant memory, which holds only 64 KB.

    It also answers one address at a time, and games read different ones.
    """
    nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
    context = importlib.import_module("numba.cuda.target").CUDATargetContext
    make_constant_array = context.make_constant_array

    def make_global_array(*arguments: Any) -> Any:
        constant, nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_CONSTANT, nvvm.ADDRSPACE_GLOBAL
        try:
            return make_constant_array(*arguments)
        finally:
            nvvm.ADDRSPACE_CONSTANT = constant

    context.make_constant_array = make_global_array


def _leave_local_arrays_unset() -> None:
    """Let local arrays begin with whatever lies there; no rule relies on its scratch space.

    Numba writes zeros over every one of them when a kernel starts, in a large game 41 KB a thread.
    """
    arrays: Any = importlib.import_module("numba.cuda.cudaimpl")
    array_type = importlib.import_module("llvmlite.ir").ArrayType
    utilities = arrays.cgutils

    def alloca_once(builder: Any, kind: Any, size: Any = None, name: str = "", **how: Any) -> Any:
        if not isinstance(kind, array_type) or size is not None:
            return utilities.alloca_once(builder, kind, size=size, name=name, **how)
        with builder.goto_entry_block():
            place = builder.alloca(kind, name=name)
        place.align = 16  # a record is an array of bytes, which could begin anywhere
        return place

    arrays.cgutils = SimpleNamespace(**{**vars(utilities), "alloca_once": alloca_once})


def _read_fields_in_one_piece() -> None:
    """Let the GPU's compiler know that the fields of a `Record` are aligned.

    NumPy can't say so, since records are not padded by it; a GPU would read them byte by byte.
    """
    _types_of_arrays()._is_aligned_struct = is_aligned


def _types_of_arrays() -> Any:
    """Return Numba's module of array types for the GPU: its own, apart from the processor's."""
    return importlib.import_module("numba.cuda.np.numpy_support")


def is_aligned(record: np.dtype[Any]) -> bool:
    """Return whether every field of a record lies at a multiple of its items' size, as it does."""
    fields = (record.fields or {}).values()
    sizes = [(field[1], field[0].base.alignment) for field in fields]
    widest = max((size for _, size in sizes), default=1)
    return record.itemsize % widest == 0 and all(place % size == 0 for place, size in sizes)


def gpu_type(dtype: np.dtype[Any]) -> Any:
    """Return a record type as kernels for a GPU name it."""
    return dtype if is_simulated() else _types_of_arrays().from_dtype(dtype)


def gpu_kernel(function: Callable[..., Any], registers: int | None, **names: Any) -> Any:
    """Return a kernel: a function in which names stand for rules, record types and sizes.

    Plain functions that it calls are taken along, with the same names.
    """
    settings = {} if registers is None or is_simulated() else {"max_registers": registers}
    return cuda().jit(**settings)(_Template(names).bind(function))


class _Template:
    """Functions of a kernel, with what their free names stand for."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._functions: dict[Callable[..., Any], Any] = {}

    def bind(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that calls device functions where this one calls rules."""
        space = {**function.__globals__, **self._names, "cuda": cuda()}
        names = _globals_in(function) & {*space}
        return _with_globals(function, {name: self._on_device(space[name]) for name in names})

    def _on_device(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and not hasattr(value, "machine"):
            if value not in self._functions:
                self._functions[value] = cuda().jit(device=True)(self.bind(value))
            return self._functions[value]
        return _on_device(value)


Launch = tuple[Any, int, int, tuple[Any, ...]]  # kernel, blocks, threads of each, arguments


class Launches:
    """Launches with always the same arguments, one after another.

    Numba looks at a hundred numbers behind the arguments of each, which takes longer than a step of
    many games. So the GPU records them as a graph when they come for the second time.
    """

    def __init__(self, launches: Sequence[Launch]) -> None:
        self._launches = launches
        self._graph: Callable[[], None] | None = None
        self._is_new, self._may_record = True, not is_simulated()

    def __call__(self) -> None:
        if self._may_record and not self._is_new:
            self._may_record = False
            try:
                self._graph = _graph_of(self._launches)
            except Exception:  # whatever another version of Numba lacks
                self._graph = None
        self._is_new = False
        if self._graph is not None:
            self._graph()
            return
        for kernel, blocks, threads, arguments in self._launches:
            kernel[blocks, threads](*arguments)


def _graph_of(launches: Sequence[Launch]) -> Callable[[], None]:
    core: Any = importlib.import_module("cuda.core")
    builder, stream = core.Device().create_graph_builder(), None
    calls = []
    for kernel, blocks, threads, arguments in launches:
        stream = kernel[blocks, threads].stream
        code = kernel.compile(tuple(map(kernel.typeof_pyval, arguments)))
        numbers: list[Any] = []
        for kind, value in zip(code.argument_types, arguments, strict=True):
            code._prepare_args(kind, value, stream, [], numbers)
        config = core.LaunchConfig(grid=(blocks, 1, 1), block=(threads, 1, 1))
        calls.append((config, code._codelibrary.get_cufunc().kernel, numbers))
    builder.begin_building()
    for config, function, numbers in calls:
        core.launch(builder, config, function, *numbers)
    return partial(builder.end_building().complete().launch, stream)


@cache
def _device_function(rule: Any) -> Any:
    function = rule.py_func
    space = function.__globals__
    names = _globals_in(function) & {*space}
    copy = _with_globals(function, {name: _on_device(space[name]) for name in names})
    return cuda().jit(device=True)(copy)


def _on_device(value: Any) -> Any:
    """Return what a name of a rule stands for on the GPU."""
    is_rule = isinstance(getattr(value, "machine", None), Machine)
    return _device_function(value) if is_rule else value


def _globals_in(function: Callable[..., Any]) -> set[str]:
    """Return the names that a function looks up beside its own; fields may be called like rules."""
    instructions = dis.get_instructions(function)
    return {str(one.argval) for one in instructions if one.opname == "LOAD_GLOBAL"}


def _with_globals(function: Callable[..., Any], space: dict[str, Any]) -> Callable[..., Any]:
    """Return a function with the same code in which names stand for something else."""
    space |= {"__name__": function.__module__, "__builtins__": __builtins__}
    copy = FunctionType(function.__code__, space, function.__name__, None, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def zeros_on_gpu(shape: tuple[int, ...], dtype: Any, order: str = "C") -> Any:
    """Return an array of zeros in the memory of the GPU, without a copy in this machine's."""
    array = cuda().device_array(shape, dtype, order=order)
    if is_simulated():
        array.copy_to_device(np.zeros(shape, dtype, order))  # type: ignore[call-overload]
    elif array.nbytes:
        driver = importlib.import_module("numba.cuda.cudadrv.driver")
        driver.device_memset(array, 0, array.nbytes)
    return array


def copy_on_gpu(target: Any, source: Any) -> None:
    """Copy numbers from one array to another of the same type and layout."""
    if is_simulated():
        target.copy_to_device(source)
    else:
        driver = importlib.import_module("numba.cuda.cudadrv.driver")
        driver.device_to_device(target, source, target.nbytes)
