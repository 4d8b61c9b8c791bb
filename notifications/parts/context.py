"""What all mails about a game are given."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import links, selectors
from games.models import Game, Seat
from games.titles import title_of
from notifications.models import OutgoingMail
from notifications.parts.moments import moment_in_words
from notifications.parts.position import position_of
from notifications.subjects import event_of
from stoneage_core.events import Event

Context = dict[str, Any]


class Case(NamedTuple):
    """
    What a notice is about; ``names`` are the players', by number.

    ``absent`` are those for whom substitutes play, likewise by number.
    """

    mail: OutgoingMail
    seat: Seat
    game: Game
    names: tuple[str, ...]
    absent: dict[int, str]
    now: datetime

    @property
    def sequence(self) -> int:
        """The sequence of the event that the notice is about."""
        assert self.mail.about_version is not None
        return self.mail.about_version

    @property
    def event(self) -> Event:
        """The event that the notice is about."""
        return event_of(self.mail)


def common(game: Game, reader: Seat | None) -> Context:
    """Say what every mail about a game says; ``reader`` is None for who has no seat."""
    seats = selectors.seats_of(game)
    names = selectors.names(seats)
    return {
        "game": game,
        "seats": seats,
        "seat": reader,
        "names": names,
        "absent": _absent(seats),
        "title": title_of(seats, reader),
        # Without its scheme, for a mail has one link: the one to be followed.
        "check_page": links.check_url().partition("://")[2],
    }


def _absent(seats: Sequence[Seat]) -> dict[int, str]:
    """Name the players for whom substitutes play, by number."""
    return {
        seat.number: selectors.name_of(Seat(number=seat.number, user=seat.absent_user))
        for seat in seats
        if seat.absent_user_id is not None
    }


def attendance(game: Game, names: Sequence[str], now: datetime) -> list[str]:
    """Say who is away until when, and for whom the steward plays."""
    lines = []
    for name, status in zip(names, game.match_state.seats, strict=True):
        span = status.away_at(now)
        if status.is_stewarded:
            lines.append(_("The steward plays for %(name)s.") % {"name": name})
        elif span is not None:
            until = moment_in_words(span.ends)
            sentence = _("%(name)s is away until %(until)s.")
            lines.append(sentence % {"name": name, "until": until})
    return lines


def position_in(case: Case) -> Context:
    """Show the game as it stands, and who of its players is away."""
    state = selectors.state_of(case.game)
    shown = position_of(state, case.names, case.seat.number)
    return shown | {"attendance": attendance(case.game, case.names, case.now)}
