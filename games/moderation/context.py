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
    Who does something to what, with the answers of the form, the reason among them.

    ``execute`` adds the row of the log and, for what is done to a game, ``session``:
    the locked game. ``subject`` is then the locked row as well. ``case`` is the case of
    which it comes, if it comes of one.
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
        """The game of what is done to a game."""
        assert isinstance(self.subject, Game)
        return self.subject

    @property
    def person(self) -> User:
        """The person of what is done to a person."""
        assert isinstance(self.subject, User)
        return self.subject

    @property
    def league(self) -> League:
        """The league of what is done to a league."""
        assert isinstance(self.subject, League)
        return self.subject

    def update_person(self, **columns: object) -> None:
        """Write columns of the person."""
        User.objects.filter(pk=self.person.pk).update(**columns)

    @property
    def own_case(self) -> Case:
        """The case of what is done to a case."""
        assert isinstance(self.subject, Case)
        return self.subject

    def note_act(self) -> None:
        """Record what is done in the stream of its game, ahead of it. Idempotent."""
        if self.row.sequence is None:
            bound_by = commitment_of(self.row, self.game)
            act = StaffActed(self.row.kind, self.row.seat_number, bound_by)
            self.row.sequence = self.session.note_act(act)

    def decide(self, command: CommandOrFact, player: int | None = None) -> None:
        """Decide for the staff what the action leads to in the game."""
        self.note_act()
        self.session.decide(command, player, Source.STAFF)

    @property
    def seat(self) -> Seat:
        """The locked seat that was chosen in the form."""
        chosen: Seat = self.data["seat"]
        return self.session.seat(chosen.number)
