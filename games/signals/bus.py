"""The bus: signals and surveys for receivers that this app does not know.

A signal reports what has happened, in the same transaction: what receivers write is
committed with it or not at all. A survey collects answers from other apps.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from django.dispatch import Signal
from msgspec import Struct

T = TypeVar("T")
R = TypeVar("R")
P = TypeVar("P")

#: Sends each signal and survey as ``payload``. The sender is the payload's class.
bus = Signal(use_caching=True)


class GameSignal(Struct, frozen=True, kw_only=True):
    """Something that has happened, published in its own transaction."""

    now: datetime


class Survey(Struct, Generic[T], frozen=True):
    """A question to which each receiver returns a part of the answer."""


def publish(signal: GameSignal) -> None:
    """Call all receivers. If one raises, the whole transaction fails."""
    bus.send(sender=type(signal), payload=signal)


def collect(survey: Survey[T]) -> list[T]:
    """Return the non-empty answers, in the order in which receivers were connected."""
    answers = bus.send(sender=type(survey), payload=survey)
    return [cast(T, answer) for _receiver, answer in answers if answer]


def receives(kind: type[P]) -> Callable[[Callable[[P], R]], Callable[[P], R]]:
    """Connect a function to a class of signals or surveys. Idempotent."""

    def connect(receiver: Callable[[P], R]) -> Callable[[P], R]:
        def call(sender: type[P], payload: P, **_: Any) -> R:
            return receiver(payload)

        uid = f"{receiver.__module__}.{receiver.__qualname__}"
        bus.connect(call, sender=kind, weak=False, dispatch_uid=uid)
        return receiver

    return connect
