"""Who is away, who does not get our emails, and what stops all clocks, in sentences."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game, Seat, Status, User
from games.people.reachability import Silence, silence_of
from games.presentation.dates import duration_in_words, moment_in_words
from games.presentation.text import names_of
from stoneage_core.match.calendar import Span
from stoneage_core.match.more_time import may_give


def attendance_of(
    game: Game,
    seats: Sequence[Seat],
    now: datetime,
    reader: Seat | None = None,
    *,
    with_awaited: bool = True,
) -> list[str]:
    """
    Return a sentence about each player of a running game who is away.

    ``reader`` is the reader's own seat. Times are in the active time zone. Without
    ``with_awaited`` it leaves out the players who have to decide.
    """
    if game.status != Status.ACTIVE:
        return []
    statuses = game.table_state.seats
    return [
        absence_sentence(name, away, seat, is_own=seat == reader)
        for seat, status, name in zip(seats, statuses, names_of(seats), strict=True)
        if not status.is_on_autopilot
        and (with_awaited or not seat.is_awaited)
        and (away := status.away_at(now)) is not None
    ]


def autopilots_of(
    game: Game, seats: Sequence[Seat], *, besides: Seat | None = None
) -> list[str]:
    """Return a sentence about each player for whom autopilot plays."""
    sentence = _("Autopilot plays for %(name)s.")
    return [
        sentence % {"name": name}
        for seat, name in zip(seats, names_of(seats), strict=True)
        if game.status == Status.ACTIVE and seat.is_on_autopilot and seat != besides
    ]


def last_autopilots_of(seats: Sequence[Seat]) -> list[str]:
    """Return a sentence about each player for whom autopilot played at the end."""
    sentence = _("At the end autopilot played for %(name)s.")
    return [
        sentence % {"name": name}
        for seat, name in zip(seats, names_of(seats), strict=True)
        if seat.is_on_autopilot
    ]


def time_wishes_of(game: Game, seats: Sequence[Seat], reader: Seat) -> list[str]:
    """Return a sentence about each player to whom the reader can give wanted time."""
    if game.status != Status.ACTIVE:
        return []
    table, sentence = game.table_state, _("%(name)s asks for more time")
    return [
        sentence % {"name": name}
        for number, name in enumerate(names_of(seats))
        if table.seats[number].wants_time and may_give(table, reader.number, number)
    ]


def own_time_notes(seat: Seat, names: Sequence[str], now: datetime) -> tuple[str, ...]:
    """Return what a player who has to decide reads about the time for it."""
    if not seat.is_awaited:
        return ()
    table = seat.game.table_state
    own, portion = table.seats[seat.number], duration_in_words(table.control.portion)
    gift = _("%(name)s gave you %(time)s more for this turn.")
    notes = [gift % {"name": names[one], "time": portion} for one in own.givers]
    if own.wants_time:
        notes.append(_("You’ve asked the others for more time for this turn."))
    away = own.away_at(now)
    if away is not None:
        notes.append(absence_sentence(names[seat.number], away, seat, is_own=True))
    return tuple(notes)


def standstill_of(game: Game, now: datetime) -> list[str]:
    """Return a sentence if the staff have frozen or paused a running game."""
    if game.status != Status.ACTIVE:
        return []
    table = game.table_state
    if table.frozen_since is not None:
        return [
            _(
                "The moderators have frozen this game: no clock runs, and no one can "
                "play until they let it go on."
            )
        ]
    pauses = [span for span in table.pauses if span.begins <= now < span.ends]
    if not pauses:
        return []
    sentence = _(
        "The moderators have stopped all clocks of this game until %(until)s. You can "
        "still play."
    )
    return [sentence % {"until": moment_in_words(pauses[-1].ends)}]


def absence_sentence(name: str, away: Span, seat: Seat, *, is_own: bool) -> str:
    """Return until when a player is away, and what that does to the clock."""
    values = {"name": name, "until": moment_in_words(away.ends)}
    if is_own:
        sentence = _("You’re away until %(until)s. Until then your clock stops.")
    elif seat.is_awaited:
        sentence = _(
            "%(name)s is away until %(until)s. It’s %(name)s’s turn, and the clock "
            "stops until then."
        )
    else:
        sentence = _("%(name)s is away until %(until)s.")
    return sentence % values


def turn_notice(user: User | None, game: Game) -> str:
    """Return how a player learns that it is their turn. Takes one query."""
    silence = None if user is None else silence_of(user, game)
    match silence:
        case None:
            return _("We’ll email you when it’s your turn.")
        case Silence.NO_ADDRESS:
            return _(
                "We have no email address of yours, so look at the game now and then "
                "to see whether it’s your turn."
            )
        case Silence.UNREACHABLE:
            return _(
                "Our emails don’t reach you, so look at the game now and then to see "
                "whether it’s your turn."
            )
        case Silence.TURNED_OFF:
            return _(
                "You’ve turned off the emails about your turn, so look at the game now "
                "and then to see whether it’s your turn."
            )
