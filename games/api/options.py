"""The options of a table as fields of the API, with the same names and values."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from stoneage_core.terms import OPTIONS, Option, Terms


def with_options(*, for_leagues: bool = False) -> Callable[[type], type]:
    """
    Return a decorator that adds a field for each option to a class.

    The class has to become a dataclass after that. The fields have the options'
    defaults.
    """

    def decorate(cls: type) -> type:
        for option in OPTIONS:
            if option.for_leagues or not for_leagues:
                cls.__annotations__[option.field] = _annotation(option)
                setattr(cls, option.field, _as_requested(option, option.default))
        return cls

    return decorate


def wanted_options(request: object) -> dict[str, Any]:
    return {
        option.field: _value(option, getattr(request, option.field))
        for option in OPTIONS
        if hasattr(request, option.field)
    }


def option_values(terms: Terms) -> dict[str, Any]:
    """Return the value of each option as a request would choose it."""
    return {
        option.field: _as_requested(option, getattr(terms, option.field))
        for option in OPTIONS
    }


def _annotation(option: Option) -> Any:
    kind: Any = bool
    if not option.is_switch:
        values = tuple(_as_requested(option, choice.value) for choice in option.choices)
        kind = Literal[values]
    return Annotated[kind, Field(description=option.help or option.label)]


def _as_requested(option: Option, value: Any) -> Any:
    if option.is_switch:
        return value != option.default
    return str(value) if isinstance(value, str) else value


def _value(option: Option, told: Any) -> Any:
    if option.is_switch:
        return option.choices[told].value
    return option.choice_of(told).value
