"""The context of an action."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.decisions.session import GameSession
from games.models import Game, League, ModerationAction, Seat, User
from games.models.cases import Case
from games.moderation.subjects import Subject
from games.moderation_log import commitment_of
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.state import Source


@dataclass
class ActionContext:
    """
    Who does what to which subject. ``data`` are the form's cleaned values.

    ``execute`` adds the log's ``row`` and, for actions on a game, the ``session`` with
    the locked game. ``subject`` is then the locked row, too. ``case`` is the case that
    led to the action, if any.
    """

    by: User
    now: datetime
    subject: Subject
    data: dict[str, Any] = field(default_factory=dict)
    case: Case | None = None
    row: ModerationAction = field(init=False)
    session: GameSession = field(init=False)

    @property
    def game(self) -> Game:
        assert isinstance(self.subject, Game)
        return self.subject

    @property
    def person(self) -> User:
        assert isinstance(self.subject, User)
        return self.subject

    @property
    def league(self) -> League:
        assert isinstance(self.subject, League)
        return self.subject

    def update_person(self, **columns: object) -> None:
        User.objects.filter(pk=self.person.pk).update(**columns)

    @property
    def own_case(self) -> Case:
        assert isinstance(self.subject, Case)
        return self.subject

    def note_act(self) -> None:
        """Record the act in the game's stream before its consequences. Idempotent."""
        if self.row.sequence is None:
            bound_by = commitment_of(self.row, self.game)
            act = StaffActed(self.row.kind, self.row.seat_number, bound_by)
            self.row.sequence = self.session.note_act(act)

    def decide(self, command: CommandOrFact, player: int | None = None) -> None:
        """Record the act, then decide a command that it leads to."""
        self.note_act()
        self.session.decide(command, player, Source.STAFF)

    @property
    def seat(self) -> Seat:
        """The locked seat that was chosen in the form."""
        chosen: Seat = self.data["seat"]
        return self.session.seat(chosen.number)
