"""What became of a reply, line by line, as the row of the incoming mail keeps it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from notifications.models import IncomingMail


class Fate(StrEnum):
    """What became of a line."""

    DONE = "done"
    FAILED = "failed"
    UNTRIED = "untried"
    #: It waits for its player to confirm it.
    DRAFT = "draft"


@dataclass(frozen=True)
class Step:
    """
    A line and its fate.

    ``words`` say what was done, or why it was not. After what changed the position,
    ``version`` is the one on which the next line goes on. ``ask`` names what was asked,
    and ``seat`` is the id of whose it is, if that is known.
    """

    line: str
    fate: Fate
    words: str = ""
    version: int | None = None
    ask: str = ""
    seat: int | None = None


def steps_of(mail: IncomingMail) -> list[Step]:
    """Return what became of a mail's lines so far."""
    return [_step(**row) for row in mail.steps]


def note(mail: IncomingMail, steps: Sequence[Step]) -> None:
    """Keep what became of a mail's lines, along with how far it got."""
    mail.steps = [asdict(step) for step in steps]
    mail.save(update_fields=["steps", "reading", "read_at"])


def _step(*, fate: str, **others: Any) -> Step:
    return Step(fate=Fate(fate), **others)
