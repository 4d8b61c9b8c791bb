"""The address of a plan's page, which holds all of the plan: nothing is stored.

``plan`` are the steps, ``from`` is the version of the game that they begin at, ``upto``
how many of them are shown, ``as`` the player who is to go on, from 1 on. What is typed
or chosen in a form comes in ``move`` (a command in anybody's words) and ``die`` (faces
for the last step shown).
"""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

from games.web.numbers import read_number
from stoneage_core.plan.text import PlanStep, plan_text

MOST_TYPED = 200


@dataclass(frozen=True)
class PlanAddress:
    """
    What an address asks a plan for; ``text`` is the plan, as it came.

    ``version``, ``shown`` and ``player`` are None where it does not say; ``at`` is the
    key of the place that is looked at, or ''.
    """

    text: str = ""
    version: int | None = None
    shown: int | None = None
    player: int | None = None
    at: str = ""
    typed: str = ""
    dice: tuple[int, ...] = ()

    def link(self, steps: tuple[PlanStep, ...], shown: int | None = None) -> str:
        """Return the address of other steps on the same position."""
        upto = None if shown == len(steps) else shown
        text = plan_text(steps)
        return replace(self, text=text, shown=upto, player=None).query

    def with_player(self, player: int) -> str:
        """Return the address that goes on for another player."""
        return replace(self, player=player).query

    @property
    def query(self) -> str:
        """The address from its question mark on, of the plan alone."""
        player = None if self.player is None else self.player + 1
        parts = {"from": self.version, "upto": self.shown, "as": player}
        given = {name: value for name, value in parts.items() if value is not None}
        return f"?{urlencode({'plan': self.text, **given}, safe=',')}"

    @property
    def kept(self) -> str:
        """The part of the address that every link on the table keeps."""
        return f"{self.query[1:]}&"


def address_in(query: QueryDict) -> PlanAddress:
    """Read an address; what is no number counts as not given."""
    player = read_number(query.get("as"))
    faces = [read_number(face) for face in query.getlist("die")]
    return PlanAddress(
        text=query.get("plan", ""),
        version=read_number(query.get("from")),
        shown=read_number(query.get("upto")),
        player=None if not player else player - 1,
        at=query.get("at", ""),
        typed=query.get("move", "").strip()[:MOST_TYPED],
        dice=tuple(face for face in faces if face and face <= 6),
    )
