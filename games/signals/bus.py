"""The bus: signals and surveys reach their receivers, which this app does not know.

A signal tells what has happened, inside the transaction that it speaks of: a receiver
writes rows of its own, and both are kept or neither is. A survey asks what others know.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from django.dispatch import Signal
from msgspec import Struct

T = TypeVar("T")
R = TypeVar("R")
P = TypeVar("P")

#: Carries each signal and survey as its ``payload``; the sender is that one's class.
bus = Signal(use_caching=True)


class GameSignal(Struct, frozen=True, kw_only=True):
    """Something that has happened; published in its own transaction."""

    now: datetime


class Survey(Struct, Generic[T], frozen=True):
    """A question to which each receiver returns a part of the answer."""


def publish(signal: GameSignal) -> None:
    """Call the receivers; one that fails makes the whole transaction fail."""
    bus.send(sender=type(signal), payload=signal)


def collect(survey: Survey[T]) -> list[T]:
    """Return the answers that say something, in the order of connecting."""
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
