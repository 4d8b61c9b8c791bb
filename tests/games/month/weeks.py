"""Some weeks at several tables, hour by hour, and every email that people get."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core.mail import EmailMultiAlternatives

from games import tasks
from games.log import positions
from games.models import Game, Heartbeat, Seat, User
from games.outages import HEART
from games.table.submit import submit_command
from notifications.models import Kind
from stoneage_core import autopilot
from tests.support.mails import Send, kind_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
#: A Monday morning.
START = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)
#: People who are there answer a question after so long.
ANSWERS_AFTER = 5 * HOUR


class Letter(NamedTuple):
    """An email as it was sent."""

    at: datetime
    to: str
    message: EmailMultiAlternatives

    @property
    def text(self) -> str:
        return f"{self.message.subject}\n{self.message.body}"


class Weeks:
    """
    The service and its people. Time moves by the hour, and nothing sleeps.

    Each hour the service sweeps and sends what is due, and then those who are ``here``
    answer what they were asked five hours before or earlier.
    """

    def __init__(self, start: datetime, send: Send) -> None:
        self.start = self.now = start
        self.here: set[User] = set()
        self.letters: list[Letter] = []
        self._send = send

    def day(self, number: float) -> datetime:
        return self.start + number * DAY

    def until(self, moment: datetime) -> None:
        """Let time pass."""
        while self.now + HOUR <= moment:
            self.now += HOUR
            Heartbeat.objects.filter(pk=HEART).update(beat_at=self.now)
            tasks.sweep_due()
            self.deliver()
            self._answer()

    def deliver(self) -> None:
        """Send what is due now."""
        known = len(self.letters)
        for message in self._send(self.now)[known:]:
            (to,) = message.to
            self.letters.append(Letter(self.now, to, message))

    def letters_to(self, user: User, since: datetime) -> list[Letter]:
        return [one for one in self.letters if one.to == user.email and one.at >= since]

    def kinds_to(self, user: User, since: datetime) -> list[Kind]:
        return [kind_of(one.message) for one in self.letters_to(user, since)]

    def _answer(self) -> None:
        asked = Seat.objects.in_active_games().filter(
            user__in=self.here,
            is_on_autopilot=False,
            awaited_at__lte=self.now - ANSWERS_AFTER,
        )
        for seat in asked.select_related("game", "user").order_by("pk"):
            state = positions.state_of(seat.game)
            if not seat.is_awaited:
                continue
            submit_command(
                seat=seat,
                command=autopilot.choose(state, seat.number),
                expected_version=seat.game.version,
                request_id=None,
                now=self.now,
            )


def seat_at(game: Game, user: User) -> Seat:
    """Return the seat of a user, or the one that somebody else plays for them."""
    seats = Seat.objects.reached_by(user).filter(game=game)
    return seats.select_related("game", "user").get()


def words_of(letters: Iterable[Letter]) -> str:
    """Return the letters without their line breaks."""
    return " ".join(" ".join(letter.text for letter in letters).split())
