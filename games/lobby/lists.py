"""Lists of games and leagues: one's own, those to join, and those to watch."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import ngettext

from games import queries
from games.accounts.reliability import shown_reliability
from games.links.purposes import CASE_LINK
from games.lobby.forms import OpenSeatsFilter, Ratings, ShownHost
from games.log import positions
from games.models import (
    Audience,
    Entrant,
    Game,
    Invitation,
    League,
    Season,
    Seat,
    Status,
    User,
)
from games.models.games import SAMPLE_IN_PLAY, SAMPLE_SLUG
from games.models.leagues import SeasonStatus, shown_first
from games.presentation import labels, time_control_text
from games.presentation.attendance import (
    attendance_of,
    autopilots_of,
    standstill_of,
    time_wishes_of,
)
from games.presentation.board import Board, board_of
from games.presentation.league_text import league_url, progress_of_season, season_name
from games.presentation.league_titles import winners_by_season, winners_in_words
from games.presentation.picture import picture_url
from games.presentation.result import result_in_words
from games.presentation.text import (
    COLOURS,
    add_game_number,
    game_numbers,
    join_list,
    join_names,
    names_of,
)
from games.ratings.rows import ratings_of, shown_ratings
from games.talk.case_talk import questions_to
from stoneage_core.state import GameState


class Movers(NamedTuple):
    """The players who moved since the reader looked, and how many moves in total."""

    seats: tuple[int, ...]
    text: str


class RowSeat(NamedTuple):
    number: int
    is_taken: bool


@dataclass(frozen=True)
class GameRow:
    """
    A game in a list. ``deadline`` and ``seat`` are the reader's own, or None.
    ``awaited`` names the other players who have to decide, and ``since`` is when the
    first of them was asked. Before the start of the game its ``seats`` are shown in
    place of the ``picture`` of its board.
    """

    url: str
    others: str
    where: str
    seat: int | None
    is_awaited: bool
    deadline: datetime | None
    clock: str
    free: int
    slug: str
    picture: str
    seat_count: int = 0
    seats: tuple[RowSeat, ...] = ()
    awaited: str = ""
    since: datetime | None = None
    movers: Movers | None = None
    result: str = ""
    has_rematch: bool = False
    #: Sentences about who is away and what stops the clocks.
    attendance: tuple[str, ...] = ()
    #: For whom the clock is suited, if the reader does not sit in the game.
    terms: str = ""
    host_reliability: str = ""
    host_rating: int | None = None
    is_on_autopilot: bool = False
    rated: bool = False


class Known(NamedTuple):
    """Data about all games of a list, by id, read once for all rows."""

    numbers: Mapping[int, int]
    moves: Mapping[int, Counter[int]]
    rematches: frozenset[int]


def seat_row(seat: Seat, page: str, known: Known, now: datetime) -> GameRow:
    game, seats = seat.game, list(seat.game.seats.all())
    others = [other for other in seats if other.number != seat.number]
    number = known.numbers.get(game.pk, 1)
    asked = [other for other in others if other.is_awaited]
    return GameRow(
        url=reverse(page, args=[game.slug]),
        others=add_game_number(join_names(others), number),
        where=_where(game),
        seat=seat.number,
        is_awaited=seat.is_awaited,
        deadline=seat.deadline_at,
        free=_free(seats),
        **_common_fields(game),
        seats=_seats_before(game, seats),
        awaited=join_names(asked),
        since=min((each.awaited_at for each in asked if each.awaited_at), default=None),
        attendance=(
            *standstill_of(game, now),
            *time_wishes_of(game, seats, seat),
            *attendance_of(game, seats, now, seat),
            *autopilots_of(game, seats, besides=seat),
        ),
        movers=_movers(known.moves.get(game.pk)),
        result=_result(game, seats),
        has_rematch=game.pk in known.rematches,
        is_on_autopilot=seat.is_on_autopilot,
        rated=game.terms.rated,
    )


def game_row(
    game: Game,
    number: int = 1,
    *,
    host_reliability: str = "",
    host_rating: int | None = None,
) -> GameRow:
    """``number`` counts namesakes."""
    seats = list(game.seats.all())
    taken = [seat for seat in seats if seat.user_id or seat.is_automatic]
    return GameRow(
        url=reverse("games:game", args=[game.slug]),
        others=add_game_number(join_names(taken), number),
        where=_where(game),
        seat=None,
        is_awaited=False,
        deadline=None,
        free=_free(seats),
        **_common_fields(game),
        seats=_seats_before(game, seats),
        terms=time_control_text.brief_of(game.time_control),
        host_reliability=host_reliability,
        host_rating=host_rating,
        rated=game.terms.rated,
    )


def listed_row(game: Game) -> GameRow:
    seats = list(game.seats.all())
    return GameRow(
        url=reverse("games:game", args=[game.slug]),
        others=join_names(seats),
        where=labels.round_and_phase(game),
        seat=None,
        is_awaited=False,
        deadline=None,
        free=0,
        **_common_fields(game),
        result=_result(game, seats),
    )


def _common_fields(game: Game) -> dict[str, Any]:
    return {
        "clock": time_control_text.preset_name_of(game.time_control),
        "slug": game.slug,
        "picture": picture_url(game, "svg"),
        "seat_count": game.seat_count,
    }


def _movers(moves: Counter[int] | None) -> Movers | None:
    if not moves:
        return None
    count = moves.total()
    text = ngettext(
        "%(count)d move since you looked", "%(count)d moves since you looked", count
    )
    return Movers(tuple(sorted(moves)), text % {"count": count})


def _result(game: Game, seats: Sequence[Seat]) -> str:
    if not game.is_finished:
        return ""
    state = positions.state_of(game)
    return result_in_words(state, names_of(seats)) or join_list(
        [labels.count_points(player.score) for player in state.players]
    )


def _free(seats: Iterable[Seat]) -> int:
    return sum(seat.invitation == Invitation.OPEN for seat in seats)


def _seats_before(game: Game, seats: Sequence[Seat]) -> tuple[RowSeat, ...]:
    if not game.is_inviting:
        return ()
    return tuple(RowSeat(seat.number, seat.has_joined) for seat in seats)


def _where(game: Game) -> str:
    """
    Return the league of a game, if it has one, and how far the game is or, before it
    starts, how many have accepted.
    """
    if game.round:
        league = [] if game.league is None else [game.league.name]
        return " · ".join([*league, labels.round_and_phase(game)])
    there = sum(seat.has_joined for seat in game.seats.all())
    values = {"there": there, "all": game.seat_count}
    sentence = ngettext(
        "%(there)d of %(all)d has accepted", "%(there)d of %(all)d have accepted", there
    )
    return sentence % values


#: How many leagues are listed, newest first.
LEAGUES_LISTED = 30
#: How many of the newest games with an open seat a filter searches.
MOST_SEARCHED = 500
#: How many games are on a page of the games that everyone may watch.
GAMES_LISTED = 24
#: How many of a reader's finished games are on a page.
GAMES_FINISHED = 50


@dataclass(frozen=True)
class LeagueRow:
    """``can_enter`` is set if that season is open and the reader has not entered it."""

    slug: str
    url: str
    name: str
    is_tournament: bool
    progress: str
    pace: str
    is_going_on: bool
    can_enter: bool


@dataclass(frozen=True)
class LeagueLists:
    """A reader's own leagues, and others that are listed for everybody."""

    own: tuple[LeagueRow, ...]
    listed: tuple[LeagueRow, ...]


@dataclass(frozen=True)
class FinishedLeague:
    """A league or tournament that is over; ``winners`` is a sentence, or ''."""

    url: str
    name: str
    is_tournament: bool
    closed_at: datetime | None
    winners: str


def finished_leagues(
    reader: User | AnonymousUser, number: str
) -> tuple[Page[League], tuple[FinishedLeague, ...]]:
    """
    Return a page of the leagues and tournaments that are over, the latest first, and
    its rows: those that are listed, and the reader's own. Those that never began are
    left out.
    """
    shown = Q(is_listed=True)
    if isinstance(reader, User):
        entered = Entrant.objects.filter(user=reader).values("season__league")
        shown |= Q(host=reader) | Q(pk__in=entered)
    over = Season.objects.filter(status=SeasonStatus.OVER).select_related("league")
    closed = League.objects.filter(shown, closed_at__isnull=False)
    played = closed.filter(pk__in=over.values("league")).order_by("-closed_at", "-pk")
    page = Paginator(played, GAMES_LISTED).get_page(number)
    seasons = over.filter(league__in=[league.pk for league in page])
    last = {season.league_id: season for season in seasons.order_by("number")}
    won = winners_by_season(last.values())
    return page, tuple(
        FinishedLeague(
            url=league_url(league),
            name=league.name,
            is_tournament=league.is_tournament,
            closed_at=league.closed_at,
            winners=winners_in_words(last[league.pk], won.get(last[league.pk].pk, ())),
        )
        for league in page
    )


def league_lists(reader: User | AnonymousUser) -> LeagueLists:
    """Return the lists of the page of all leagues (at most six queries)."""
    own = own_leagues(reader) if isinstance(reader, User) else ()
    seen = {row.slug for row in own}
    listed = _league_rows(Q(is_listed=True, closed_at=None) & ~Q(slug__in=seen), reader)
    return LeagueLists(own, listed)


def own_leagues(user: User) -> tuple[LeagueRow, ...]:
    entered = Entrant.objects.filter(user=user).values("season__league")
    return _league_rows(Q(host=user) | Q(pk__in=entered), user)


def _league_rows(which: Q, reader: User | AnonymousUser) -> tuple[LeagueRow, ...]:
    leagues = list(League.objects.filter(which).order_by("-id")[:LEAGUES_LISTED])
    seasons: dict[int, list[Season]] = {league.pk: [] for league in leagues}
    found = Season.objects.filter(league__in=leagues).select_related("league")
    for season in found.order_by("-number"):
        seasons[season.league_id].append(season)
    entered = _entered(leagues, reader)
    return tuple(_league_row(seasons[each.pk], entered) for each in leagues)


def _entered(leagues: Sequence[League], reader: User | AnonymousUser) -> set[int]:
    """Return the ids of seasons that the reader has entered and that may be open."""
    if not leagues or not isinstance(reader, User):
        return set()
    own = Entrant.objects.filter(user=reader, season__league__in=leagues)
    waiting = own.filter(season__status=SeasonStatus.ENTERING)
    return set(waiting.values_list("season", flat=True))


def _league_row(seasons: Sequence[Season], entered: set[int]) -> LeagueRow:
    """``seasons`` are those of one league, the newest first."""
    season = shown_first(seasons)
    league = season.league
    open_seasons = [
        each for each in seasons if each.is_open and not each.is_later_round
    ]
    return LeagueRow(
        slug=league.slug,
        url=league_url(league),
        name=league.name,
        is_tournament=league.is_tournament,
        progress=f"{season_name(season)}: {progress_of_season(season)}",
        pace=time_control_text.preset_name_of(league.terms.control),
        is_going_on=season.is_going_on,
        can_enter=any(each.pk not in entered for each in open_seasons),
    )


class StaffQuestion(NamedTuple):
    """What the moderators asked a user, and where to answer."""

    text: str
    asked_at: datetime
    url: str


@dataclass(frozen=True)
class MyGames:
    awaiting: tuple[GameRow, ...]
    running: tuple[GameRow, ...]
    invitations: tuple[GameRow, ...]
    waiting: tuple[GameRow, ...]
    lent: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]
    #: Only leagues whose season is open or being played.
    leagues: tuple[LeagueRow, ...]

    @property
    def is_empty(self) -> bool:
        rows = self.awaiting + self.running + self.invitations + self.waiting
        return not (rows or self.lent or self.finished)


def my_games(user: User, now: datetime, *, page: int = 1) -> MyGames:
    """
    Return a user's games, and a ``page`` of the finished ones. Sentences have times in
    the active time zone.
    """
    active = queries.active_seats(user)
    first = (page - 1) * GAMES_FINISHED
    finished = queries.finished_seats(user)[first : first + GAMES_FINISHED]
    known = Known(
        numbers=game_numbers(user),
        moves=queries.unseen_moves(active),
        rematches=queries.games_with_rematch(seat.game_id for seat in finished),
    )

    def rows(seats: Iterable[Seat], page: str) -> tuple[GameRow, ...]:
        return tuple(seat_row(seat, page, known, now) for seat in seats)

    running = rows(active, "games:play")
    lent = rows(queries.lent_seats(user), "games:take_seat")
    waiting = rows(queries.waiting_seats(user), "games:game")
    seated = {row.slug for row in waiting}
    watched = (
        game_row(game, known.numbers.get(game.pk, 1))
        for game in queries.hosted_games(user)
        if game.slug not in seated
    )
    return MyGames(
        awaiting=tuple(row for row in running if row.is_awaited),
        running=tuple(row for row in running if not row.is_awaited),
        invitations=rows(queries.invited_seats(user), "games:game"),
        waiting=(*waiting, *watched),
        # The substitute has to decide, not this user.
        lent=tuple(replace(row, is_awaited=False, deadline=None) for row in lent),
        finished=rows(finished, "games:result"),
        leagues=tuple(row for row in own_leagues(user) if row.is_going_on),
    )


def my_games_context(user: User, now: datetime, page: Any = 1) -> dict[str, Any]:
    """Return what the list of a user's games shows: one page of the finished ones."""
    finished = finished_games(user, page=page)
    return {
        "mine": my_games(user, now, page=finished.number),
        "finished_page": finished,
        "questions": [
            StaffQuestion(
                text=asked.text,
                asked_at=asked.written_at,
                url=CASE_LINK.url(asked.case, user, now=now),
            )
            for asked in questions_to(user)
        ],
    }


def open_game_rows(
    user: User | AnonymousUser,
    limit: int = 50,
    wanted: OpenSeatsFilter | None = None,
) -> tuple[GameRow, ...]:
    """Return the games with an open seat, except those in which ``user`` sits."""
    most = MOST_SEARCHED if wanted is not None and wanted.is_narrow else limit
    games = queries.open_games(without=user.pk, limit=most)
    hosts = _shown_hosts(games)
    own = _own_ratings(user, wanted)
    rows = (
        _open_row(game, _host_of(game, hosts))
        for game in games
        if wanted is None or wanted.matches(game, _host_of(game, hosts), own)
    )
    return tuple(islice(rows, limit))


def own_open_game_rows(user: User | AnonymousUser) -> tuple[GameRow, ...]:
    """Return the games in which ``user`` sits and that others find as open games."""
    if not isinstance(user, User):
        return ()
    games = [seat.game for seat in queries.waiting_seats(user)]
    return tuple(game_row(game) for game in games if _free(game.seats.all()))


def listed_games(*, finished: bool, page: str) -> Page[Game]:
    status = Status.FINISHED if finished else Status.ACTIVE
    games = Game.objects.filter(audience=Audience.EVERYONE, status=status)
    return Paginator(games.with_seats().order_by("-id"), GAMES_LISTED).get_page(page)


def finished_games(user: User, *, page: Any) -> Page[Seat]:
    """Return a page of the seats of a user's finished games, latest first."""
    return Paginator(queries.finished_seats(user), GAMES_FINISHED).get_page(page)


def sample_url() -> str:
    """Return the address of the sample game in play, or '' if this site has none."""
    if not Game.objects.filter(slug=SAMPLE_SLUG).exists():
        return ""
    return reverse("games:position", args=[SAMPLE_SLUG, SAMPLE_IN_PLAY])


def sample_board() -> Board:
    """Return the board of the sample game in play, with people at work."""
    return board_of(_sample_in_play(), [str(name) for name in COLOURS])


@cache
def _sample_in_play() -> GameState:
    return positions.state_at(Game.objects.get(slug=SAMPLE_SLUG), SAMPLE_IN_PLAY)


def _shown_hosts(games: Iterable[Game]) -> dict[int, ShownHost]:
    hosts = {game.host_id for game in games if game.host_id}
    records, ratings = shown_reliability(hosts), shown_ratings(hosts)
    return {host: ShownHost(records.get(host), ratings.get(host, {})) for host in hosts}


def _host_of(game: Game, hosts: dict[int, ShownHost]) -> ShownHost:
    return hosts.get(game.host_id or 0, ShownHost())


def _own_ratings(user: User | AnonymousUser, wanted: OpenSeatsFilter | None) -> Ratings:
    if wanted is None or not wanted.needs_own_ratings or user.pk is None:
        return {}
    return ratings_of([user.pk])[user.pk]


def _open_row(game: Game, host: ShownHost) -> GameRow:
    rating = host.ratings.get(game.seat_count)
    return game_row(
        game,
        host_reliability="" if host.record is None else host.record.in_words,
        host_rating=None if rating is None else round(rating.mean),
    )
