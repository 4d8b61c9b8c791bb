"""The public page about a user, with as many games as all their players show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.reliability import (
    Attendance,
    HeadToHead,
    attendance_of,
    head_to_head,
    own_seats,
    reliability_of,
)
from games.links.tokens import absolute_url
from games.log import positions
from games.models import Audience, Seat, Status, User
from games.models.users import Profile
from games.presentation import labels
from games.presentation.dates import duration_in_words
from games.presentation.league_titles import Title, titles_of
from games.presentation.picture import picture_url
from games.presentation.text import join_list, name_of
from games.presentation.timeline import load_timeline
from games.ratings.rows import RatingRow, rating_rows
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source

#: How many games of each kind are listed, and how many are timed.
MOST_LISTED, MOST_TIMED = 12, 5


@dataclass(frozen=True)
class ProfileGame:
    """
    One game of a profile.

    ``url`` is '' if another player of the game shows no games. ``people`` names the
    players who do, and counts the others.
    """

    url: str
    picture: str
    people: str
    where: str


@dataclass(frozen=True)
class ProfilePage:
    """
    What a user's public page shows to a reader.

    ``pace`` and ``record`` are sentences about ``decisions`` decisions. Whatever is not
    shown is empty. ``together`` is set for a reader who has finished games with the
    user.
    """

    slug: str
    url: str
    name: str
    is_own: bool
    shows_games: bool
    shows_results: bool
    pace: str
    record: str
    decisions: int
    attendance: Attendance | None
    ratings: tuple[RatingRow, ...]
    together: HeadToHead | None
    titles: tuple[Title, ...]
    running: tuple[ProfileGame, ...]
    finished: tuple[ProfileGame, ...]


def profile_page(profile: Profile, reader: User | None) -> ProfilePage:
    """
    Return the content of the page. What its owner hides is not even read.

    Readers who are signed in see their results against the user, which they know
    anyway.
    """
    user = profile.user
    is_own = reader == user
    record = reliability_of(user.pk) if profile.shows_record else None
    running, finished = _shown_seats(profile)
    rows = _rows([*running, *finished])
    return ProfilePage(
        slug=profile.slug,
        url=absolute_url("games:profile", profile.slug),
        name=user.name,
        is_own=is_own,
        shows_games=profile.shows_games,
        shows_results=profile.shows_results,
        pace=pace_in_words(user) if profile.shows_pace else "",
        record="" if record is None else record.in_words,
        decisions=0 if record is None else record.decisions,
        attendance=attendance_of(user.pk) if profile.shows_record else None,
        ratings=rating_rows(user) if profile.shows_ratings else (),
        together=None if reader is None or is_own else head_to_head(reader, user),
        titles=titles_of(user) if profile.shows_results else (),
        running=rows[: len(running)],
        finished=rows[len(running) :],
    )


def games_since(profile: Profile, since: datetime) -> list[tuple[Status, ProfileGame]]:
    """
    Return the games that a user started or finished after a time, as far as shown.

    Each comes with its current status. Finished games come first, and within each group
    the latest first.
    """
    running, finished = _shown_seats(profile)
    seats = [seat for seat in finished if _is_after(seat.game.finished_at, since)]
    seats += [seat for seat in running if _is_after(seat.game.started_at, since)]
    told = [Status(seat.game.status) for seat in seats]
    return list(zip(told, _rows(seats), strict=True))


def _shown_seats(profile: Profile) -> tuple[list[Seat], list[Seat]]:
    user = profile.user
    return (
        _seats(user, Status.ACTIVE) if profile.shows_games else [],
        _seats(user, Status.FINISHED) if profile.shows_results else [],
    )


def _is_after(moment: datetime | None, since: datetime) -> bool:
    return moment is not None and moment > since


def _seats(user: User, status: Status) -> list[Seat]:
    """Return a user's latest seats, except in games that nobody may watch."""
    own = own_seats([user.pk]).filter(game__status=status)
    seats = own.exclude(game__audience=Audience.NOBODY).with_tables()
    return list(seats.order_by("-game_id")[:MOST_LISTED])


def _people_who_show_games(seats: Iterable[Seat]) -> frozenset[int]:
    """Return which of the players at these tables show their games (one query)."""
    others = (other for seat in seats for other in seat.game.seats.all())
    people = {other.user_id for other in others if other.user_id is not None}
    shown = Profile.objects.filter(user_id__in=people, shows_games=True)
    return frozenset(shown.values_list("user_id", flat=True))


def _rows(seats: Sequence[Seat]) -> tuple[ProfileGame, ...]:
    open_people = _people_who_show_games(seats)
    return tuple(_row(seat, open_people) for seat in seats)


def _row(seat: Seat, open_people: frozenset[int]) -> ProfileGame:
    game, is_over = seat.game, seat.game.status == Status.FINISHED
    others = [other for other in game.seats.all() if other.pk != seat.pk]
    shown = [o for o in others if o.is_automatic or o.user_id in open_people]
    is_open = len(shown) == len(others)
    return ProfileGame(
        url=reverse("games:game", args=[game.slug]) if is_open else "",
        picture=picture_url(game, "svg") if is_open else "",
        people=_people(shown, len(others) - len(shown)),
        where=_result(seat) if is_over else labels.round_and_phase(game),
    )


def _people(shown: list[Seat], hidden: int) -> str:
    """Return the names of players who show their games, and a count of the others."""
    names = [name_of(seat) for seat in shown]
    if hidden:
        sentence = ngettext("%(count)d other", "%(count)d others", hidden)
        names.append(sentence % {"count": hidden})
    return join_list(names)


def _result(seat: Seat) -> str:
    """Return the rank without an ordinal, which languages form in many ways."""
    state = positions.state_of(seat.game)
    points = labels.count_points(state.players[seat.number].score)
    if not state.ranks:
        return points
    values = {
        "rank": state.ranks[seat.number],
        "count": state.player_count,
        "points": points,
    }
    return _("place %(rank)d of %(count)d, %(points)s") % values


def pace_in_words(user: User) -> str:
    """Return the median time in which a user answered in their last games, or ''."""
    seconds = [
        each.seconds
        for seat in _seats(user, Status.FINISHED)[:MOST_TIMED]
        for each in load_timeline(seat.game).kept_decisions
        if each.player == seat.number and Source(each.how).is_by_hand
        if each.seconds is not None and is_move(each.command)
    ]
    return duration_in_words(int(median(seconds))) if seconds else ""
