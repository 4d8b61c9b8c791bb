"""A decision as the pages send it in, checked for shape alone."""

from typing import Annotated
from uuid import UUID

from django.http import QueryDict
from msgspec import Meta, Struct, ValidationError, convert

from games.presentation.choices.decision import Entered
from stoneage_core.notation import LONGEST_TEXT
from stoneage_core.resources import Resource

MOST_OF_ONE_KIND = 999
Pieces = Annotated[int, Meta(ge=0, le=MOST_OF_ONE_KIND)]


class Move(Struct, frozen=True):
    """
    A decision: the command's text, the resources to pay in fields of their own.

    It is no form of Django's, which would take as long as a statement of the database:
    nothing renders it, and whatever is wrong with it is told in one sentence.
    """

    command: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    expected_version: Annotated[int, Meta(ge=0)]
    request_id: UUID
    wood: Pieces = 0
    brick: Pieces = 0
    stone: Pieces = 0
    gold: Pieces = 0

    @property
    def text(self) -> str:
        """The whole command: 'buy 2' and two fields make 'buy 2 wood 1 gold 1'."""
        counts = [(kind, getattr(self, kind)) for kind in Resource]
        return " ".join([self.command, *(f"{kind} {n}" for kind, n in counts if n)])


def move_in(form: QueryDict) -> Move | None:
    """Return the decision that a form brings, or None where it is incomplete."""
    texts = {name: form.get(name, "").strip() for name in Move.__struct_fields__}
    filled = {name: text for name, text in texts.items() if text}
    try:
        return convert(filled, Move, strict=False)
    except ValidationError:
        return None


def entered_in(form: QueryDict) -> Entered:
    """Return what can be shown again when a decision is refused."""
    texts = {str(kind): form.get(kind, "").strip() for kind in Resource}
    counts = {kind: int(text) for kind, text in texts.items() if text.isdecimal()}
    shown = {kind: n for kind, n in counts.items() if 0 < n <= MOST_OF_ONE_KIND}
    return Entered(form.get("command", ""), shown)
