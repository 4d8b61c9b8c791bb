"""Examples of request bodies, for the OpenAPI document and its readers."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ConfigDict

Body = TypeVar("Body")


def with_example(**body: Any) -> Callable[[type[Body]], type[Body]]:
    """Return a decorator that gives the class of a request body an example."""

    def decorate(cls: type[Body]) -> type[Body]:
        config = ConfigDict(json_schema_extra={"examples": [body]})
        cls.__pydantic_config__ = config  # type: ignore[attr-defined]
        return cls

    return decorate
