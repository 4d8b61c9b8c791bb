"""The page of a league: its terms, and the tables and games of one of its seasons."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.profiles import profile_urls
from games.leagues.divisions import movers_of, swap_count
from games.leagues.entering import MOST_PLAYING
from games.leagues.results import rank_division
from games.leagues.schedule import check_in_from, needs_check_in
from games.leagues.standings import Decided, Standing
from games.links.tokens import absolute_url
from games.models import Entrant, League, LeagueGame, Season, Seat, User
from games.models.leagues import SeasonStatus
from games.presentation import time_control_text
from games.presentation.labels import round_and_phase
from games.presentation.league_text import (
    division_name,
    name_of_entrant,
    progress_of_season,
    season_name,
    start_in_words,
)
from games.presentation.league_titles import winners_by_season, winners_in_words
from games.presentation.option_text import OptionRow, unusual_rows
from games.presentation.text import format_decimal, join_list, name_of_user

UP, DOWN = "up", "down"


@dataclass(frozen=True)
class StandingRow:
    """
    Players whom play did not separate share their ``rank``. ``played`` of their
    ``games`` count already. ``move`` is where the line of the table leads: up, down or
    '', also before anything was played.
    """

    rank: int
    is_shared: bool
    name: str
    profile_url: str
    points: str
    wins: int
    score: int
    played: int
    games: int
    move: str
    is_reader: bool
    is_out: bool
    has_dropped_out: bool
    substitute: str


@dataclass(frozen=True)
class LeagueGameRow:
    """
    A game of a division: its players, from the start player on, and its result. While
    it is being played, ``where`` says how far it is, ``awaited`` who has to decide,
    ``awaits_reader`` whether the reader has to, and ``deadline`` until when.
    """

    url: str
    players: str
    where: str
    awaited: str
    awaits_reader: bool
    deadline: datetime | None
    is_over: bool
    result: str
    is_corrected: bool
    is_readers: bool


@dataclass(frozen=True)
class DivisionTable:
    """
    ``ties`` says what decided between players with equal points. It ``has_begun`` once
    a game counts.
    """

    number: int
    title: str
    rows: tuple[StandingRow, ...]
    ties: tuple[str, ...]
    has_begun: bool
    games: tuple[LeagueGameRow, ...]


def division_tables(
    season: Season,
    entrants: Iterable[Entrant],
    reader: AbstractBaseUser | AnonymousUser | None = None,
) -> Iterable[DivisionTable]:
    seated = [one for one in entrants if one.division is not None]
    games = list(season.games.select_related("game").order_by("pk"))
    awaited = _awaited_seats(games)
    sizes = Counter(one.division or 0 for one in seated)
    pages = profile_urls(one.user_id for one in seated)
    for number in sorted(sizes):
        own = [one for one in seated if one.division == number]
        played = [game for game in games if game.division == number]
        table = rank_division(own, played)
        has_begun = any(standing.played for standing in table)
        names = {one.pk: name_of_entrant(one) for one in own}
        readers = {
            one.pk
            for one in own
            if reader is not None and one.user_id == reader.pk and one.has_games
        }
        yield DivisionTable(
            number=number,
            title=division_name(season, number),
            rows=tuple(
                _standing_row(
                    standing,
                    _move(season.league, sizes, number, place) if has_begun else "",
                    sum(standing.player.pk in game.entrants for game in played),
                    pages.get(standing.player.user_id, ""),
                    reader,
                )
                for place, standing in enumerate(table, start=1)
            ),
            ties=tuple(_ties(table)),
            has_begun=has_begun,
            games=tuple(_game_row(game, names, awaited, readers) for game in played),
        )


def _awaited_seats(games: Iterable[LeagueGame]) -> Sequence[Seat]:
    """Return the seats that have to decide, in all of these games (one query)."""
    running = [row.game_id for row in games if row.game.is_active]
    seats = Seat.objects.filter(game__in=running, awaited_at__isnull=False)
    return list(seats.exclude(is_on_autopilot=True).order_by("deadline_at", "pk"))


def _move(league: League, sizes: Mapping[int, int], number: int, rank: int) -> str:
    """Return where a line of a division's table leads: up (or on), down, or ''."""
    size = sizes[number]
    if league.is_tournament:
        goes_on = len(sizes) > 1 and rank <= movers_of(size, league.movers)
        return UP if goes_on else ""
    above, below = sizes.get(number - 1), sizes.get(number + 1)
    if above and rank <= swap_count(above, size, league.movers):
        return UP
    if below and rank > size - swap_count(size, below, league.movers):
        return DOWN
    return ""


def _ties(table: Sequence[Standing[Entrant]]) -> Iterator[str]:
    """
    Yield a sentence for each pair of neighbours whom points did not separate, and one
    for all players of a place whom only the lot put in order.
    """
    sentences = {
        Decided.HEAD_TO_HEAD: _("%(first)s is ahead of %(second)s head to head."),
        Decided.SHARE: _(
            "%(names)s have equal points: %(first)s scored the greater share in their "
            "games."
        ),
        Decided.LOT: _("%(names)s are level: the lot put them in order."),
    }
    for above, below in pairwise(table):
        pair = [above, below]
        if below.decided == Decided.LOT:
            pair = [one for one in table if one.rank == below.rank]
            if pair[0] is not above:
                continue
        if below.decided is not None:
            first, second, *others = [name_of_entrant(one.player) for one in pair]
            names = join_list([first, second, *others])
            values = {"first": first, "second": second, "names": names}
            yield sentences[below.decided] % values


def _standing_row(
    standing: Standing[Entrant],
    move: str,
    games: int,
    profile_url: str,
    reader: AbstractBaseUser | AnonymousUser | None,
) -> StandingRow:
    entrant = standing.player
    is_out = entrant.excluded_at is not None
    return StandingRow(
        rank=standing.rank,
        is_shared=standing.is_shared,
        name=name_of_entrant(entrant),
        profile_url=profile_url,
        points=format_decimal(standing.points, standing.half_points % 2),
        wins=standing.wins,
        score=standing.score,
        played=standing.played,
        games=games,
        move="" if is_out else move,
        is_reader=isinstance(reader, User) and reader.pk == entrant.user_id,
        is_out=is_out,
        has_dropped_out=entrant.dropped_at is not None,
        substitute=(
            ""
            if entrant.substitute is None
            else name_of_user(entrant.substitute) or _("someone")
        ),
    )


def _game_row(
    row: LeagueGame,
    names: dict[int, str],
    awaited: Sequence[Seat],
    readers: set[int],
) -> LeagueGameRow:
    players = [names.get(pk, _("someone")) for pk in row.entrants]
    winners = [
        name for name, rank in zip(players, row.ranks or [], strict=False) if rank == 1
    ]
    asked = [seat for seat in awaited if seat.game_id == row.game_id]
    page = "games:result" if row.game.is_finished else "games:game"
    return LeagueGameRow(
        url=reverse(page, args=[row.game.slug]),
        players=join_list(players),
        where=round_and_phase(row.game) if row.game.is_active else "",
        awaited=join_list([players[seat.number] for seat in asked]),
        awaits_reader=any(row.entrants[seat.number] in readers for seat in asked),
        deadline=asked[0].deadline_at if asked else None,
        is_over=row.ranks is not None
        or (row.season.status == SeasonStatus.OVER and page == "games:result"),
        result=join_list(winners),
        is_corrected=row.is_corrected,
        is_readers=not readers.isdisjoint(row.entrants),
    )


@dataclass(frozen=True)
class SeasonTab:
    """``winners`` is a sentence, or '' while nobody has won."""

    number: int
    name: str
    winners: str


@dataclass(frozen=True)
class Entered:
    """A player who has a place in a season that has not started."""

    name: str
    has_checked_in: bool


@dataclass(frozen=True)
class LeaguePage:
    """
    The tables of one season, and who is in the one that has not started, if there is
    one: ``upcoming`` is its name or '', and ``start`` a sentence. ``entrants`` are
    those who have a place in it, in the order in which they entered; ``waiting`` get a
    place if others leave. If others can enter it, it is the ``open_season``. Live
    rounds have a check-in from ``check_in_from`` on. ``is_open`` says whether it is the
    season of this page. If the league ``is_closed`` there are no further seasons.
    """

    slug: str
    url: str
    name: str
    host: str
    second_host: str
    description: str
    is_tournament: bool
    options: tuple[OptionRow, ...]
    is_closed: bool
    pace: str
    clock_terms: tuple[str, ...]
    games_each: int
    movers: int
    pause_days: int
    break_minutes: int | None
    drop_out: str
    season: int
    season_name: str
    progress: str
    winners: str
    is_open: bool
    is_played: bool
    upcoming: str
    open_season: str
    starts_at: datetime | None
    start: str
    has_entered: bool
    entrants: tuple[Entered, ...]
    waiting: tuple[str, ...]
    needs_check_in: bool
    check_in_from: datetime | None
    has_checked_in: bool
    checked_in: int
    is_host: bool
    is_first_host: bool
    may_drop_out: bool
    missed_check_in: bool
    divisions: tuple[DivisionTable, ...]
    seasons: tuple[SeasonTab, ...]


def league_page(
    league: League, season: Season, reader: AbstractBaseUser | AnonymousUser
) -> LeaguePage:
    related = ("user", "substitute")
    entrants = list(season.entrants.select_related(*related).order_by("pk"))
    following = league.seasons.filter(status=SeasonStatus.ENTERING).first()
    entered: list[Entrant] = []
    if following is not None:
        following.league = league
        entered = list(following.entrants.select_related("user").order_by("pk"))
    names = tuple(map(name_of_entrant, entered))
    is_enterable = following is not None and not following.is_later_round
    there = [one for one in entered if one.checked_in_at is not None]
    own = [one for one in entrants if one.user_id == reader.pk]
    is_played = season.status == SeasonStatus.PLAYING
    seasons = list(league.seasons.select_related("league").order_by("-number"))
    won = {
        pk: winners_in_words(first[0].season, first)
        for pk, first in winners_by_season(seasons).items()
    }
    control = league.terms.control
    return LeaguePage(
        slug=league.slug,
        url=absolute_url("games:league", league.slug),
        name=league.name,
        host="" if league.host is None else league.host.name,
        second_host="" if league.second_host is None else league.second_host.name,
        description=league.description,
        is_tournament=league.is_tournament,
        options=unusual_rows(league.terms, ()),
        is_closed=league.closed_at is not None,
        pace=time_control_text.preset_name_of(control),
        clock_terms=(
            *time_control_text.term_list(control),
            *filter(None, [time_control_text.length_of(control)]),
        ),
        games_each=league.games_each,
        movers=league.movers,
        pause_days=league.pause_days,
        break_minutes=league.break_minutes,
        drop_out=league.drop_out,
        season=season.number,
        season_name=season_name(season),
        progress=progress_of_season(season),
        winners=won.get(season.pk, ""),
        is_open=season.is_open,
        is_played=is_played,
        upcoming="" if following is None else season_name(following),
        open_season=season_name(following) if following and is_enterable else "",
        starts_at=None if following is None else following.starts_at,
        start="" if following is None else start_in_words(following),
        has_entered=any(one.user_id == reader.pk for one in entered),
        entrants=tuple(
            Entered(name, one.checked_in_at is not None)
            for name, one in zip(names[:MOST_PLAYING], entered, strict=False)
        ),
        waiting=names[MOST_PLAYING:],
        needs_check_in=following is not None and needs_check_in(league),
        check_in_from=None if following is None else check_in_from(following),
        has_checked_in=any(one.user_id == reader.pk for one in there),
        checked_in=len(there),
        is_host=league.is_hosted_by(reader.pk),
        is_first_host=league.host_id is not None and league.host_id == reader.pk,
        may_drop_out=is_played and any(one.has_games for one in own),
        missed_check_in=is_played
        and needs_check_in(league)
        and any(one.division is None and one.checked_in_at is None for one in own),
        divisions=tuple(division_tables(season, entrants, reader)),
        seasons=tuple(
            SeasonTab(each.number, season_name(each), won.get(each.pk, ""))
            for each in seasons
        ),
    )
