"""A part of the contract: fields that are bound to functions of a game's modules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Self

from numpy.typing import NDArray

from offleash.compiler.rule import source_of

Rule = Callable[..., Any]

Records = NDArray[Any]

Weights = Mapping[str, int]

DEFAULT: Any = None  # of a rule that may be left out: `contract/templates/defaults.py` has it


@dataclass(frozen=True)
class ContractPart:
    """A part of a game's contract, with fields for functions that the game's modules define."""

    @classmethod
    def of(cls, *modules: ModuleType, **values: Any) -> Self:
        """Bind each field to the function of that name in one of the modules, or to a value."""
        bound: dict[str, Any] = {}
        for module in modules:
            for name in cls.__dataclass_fields__:
                function = vars(module).get(name)
                home = getattr(source_of(function), "__module__", "") if function else ""
                if not callable(function) or not f"{home}.".startswith(f"{module.__name__}."):
                    continue
                if name in bound:
                    raise TypeError(
                        f"{cls.__name__}.{name} is in two modules; one of them is {module.__name__}"
                    )
                bound[name] = function
        return cls(**(bound | values))
