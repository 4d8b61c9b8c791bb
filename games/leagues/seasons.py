"""Seasons: they start all their games at once, and end with everybody's rank."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.accounts.reliability import attendances_of
from games.background.sweep import DueRows
from games.errors import Refused
from games.leagues.divisions import cut_divisions, next_ladder
from games.leagues.entering import MOST_PLAYING
from games.leagues.hosting import end_seasons, note_start, require_host
from games.leagues.results import season_tables
from games.leagues.schedule import (
    needs_check_in,
    open_season,
    postpone_start,
    schedule_after_break,
    schedule_after_pause,
)
from games.leagues.tournaments import deal_groups, qualified_players
from games.lobby.new_games import create_game
from games.locks import lock_league
from games.models import Entrant, League, LeagueGame, Season, Seat, User
from games.models.leagues import SeasonStatus
from games.signals import SeasonEnded, SeasonStarted, SeasonStartsSoon, publish
from stoneage_core.fields import FEWEST_SEATS
from stoneage_core.match.state import Source
from stoneage_core.terms import Audience

#: How often a season is checked for whether all its games are over.
LOOKED_AT_EVERY = timedelta(minutes=10)

#: Seasons that have to start or to be checked.
DUE_SEASONS = DueRows(Season.objects.all(), "due_at", batch=20)

TOO_FEW = _("It takes at least two players to start.")
TOO_FEW_THERE = _("At least two players have to check in first.")
NOT_WAITING = _("No season waits for its start.")


@transaction.atomic
def start_season(*, league: League, by: User, now: datetime) -> Season:
    """
    Start the season that waits for its start. Only the host may do this.

    Raise Refused: (too_late) while another is being played, (invalid) with fewer than
    two players.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    season = league.current_season()
    if season.status != SeasonStatus.ENTERING:
        raise Refused("too_late", NOT_WAITING)
    if len(_playing_entrants(season, now)) < FEWEST_SEATS:
        is_live = needs_check_in(league)
        raise Refused("invalid", TOO_FEW_THERE if is_live else TOO_FEW)
    note_start(league, by, season, now)
    begin_season(league, season, now)
    return season


@transaction.atomic
def advance_season(*, season_id: int, now: datetime) -> None:
    """Idempotent. Locks the league."""
    league = lock_league(Season.objects.get(pk=season_id).league_id)
    season = Season.objects.get(pk=season_id)
    if season.due_at is None or season.due_at > now:
        return
    if season.is_open and season.starts_at is not None and now < season.starts_at:
        season.reminded_at, season.due_at = now, season.starts_at
        season.save(update_fields=["reminded_at", "due_at"])
        publish(SeasonStartsSoon(season, now=now))
    elif season.is_open:
        begin_season(league, season, now)
    elif season.games.filter(ranks__isnull=True).exists():
        season.due_at = now + LOOKED_AT_EVERY
        season.save(update_fields=["due_at"])
    else:
        end_season(league, season, now)


def end_season(league: League, season: Season, now: datetime) -> None:
    """
    End a season of a locked league with its current results. The next one starts after
    the pause, and the next round of a tournament after the break. Games that are not
    final do not count, but they continue.
    """
    tables = season_tables(season)
    for table in tables:
        for place, standing in enumerate(table, start=1):
            entrant, was_played = standing.player, any(each.played for each in table)
            entrant.rank = standing.rank if was_played else None
            entrant.final_place = place
    divisions = [[standing.player for standing in table] for table in tables]
    Entrant.objects.bulk_update(
        [one for each in divisions for one in each], ["rank", "final_place"]
    )
    season.status, season.ended_at, season.due_at = SeasonStatus.OVER, now, None
    season.save(update_fields=["status", "ended_at", "due_at"])
    if league.is_tournament:
        _open_next_round(league, season, divisions, now)
    elif (following := league.open_season()) is not None:
        vanished = Entrant.objects.filter(season=following, user__in=_vanished(season))
        vanished.delete()
        schedule_after_pause(following, now)
    publish(SeasonEnded(season, now=now))


def end_season_now(league: League, now: datetime) -> None:
    """
    End the season of a locked league now. Games that are not final do not count. A
    season that waits for players is cancelled, and none follows. Raise Refused
    (too_late) if the last season is over.
    """
    season = league.current_season()
    if season.is_open:
        end_seasons(league, now)
    elif season.status == SeasonStatus.PLAYING:
        end_season(league, season, now)
    else:
        raise Refused("too_late", "No season is running.")


def _vanished(season: Season) -> set[int]:
    """
    Return the users whom autopilot had replaced at the end of all their games. They
    play no other season before they enter again.
    """
    seats = Seat.objects.filter(game__league_game__season=season, user__isnull=False)
    there = set(seats.filter(is_on_autopilot=False).values_list("user", flat=True))
    return set(seats.values_list("user", flat=True)) - there


def _open_next_round(
    league: League, season: Season, divisions: list[list[Entrant]], now: datetime
) -> None:
    winners = [
        entrant
        for entrant in qualified_players(divisions, league.movers)
        if entrant.excluded_at is None and entrant.dropped_at is None
    ]
    if league.closed_at is not None:
        return
    if len(winners) < FEWEST_SEATS:
        league.closed_at = now
        league.save(update_fields=["closed_at"])
        return
    following = open_season(league, season.number + 1)
    # Nobody can join a later round, so a round for one group is the final already now.
    following.is_final = len(deal_groups(winners)) == 1
    following.save(update_fields=["is_final"])
    Entrant.objects.bulk_create(
        Entrant(season=following, user=winner.user, entered_at=now, place=place)
        for place, winner in enumerate(winners)
    )
    if league.break_minutes == 0 and not needs_check_in(league):
        begin_season(league, following, now)
    else:
        schedule_after_break(following, now)


def begin_season(league: League, season: Season, now: datetime) -> None:
    """
    Start all games of a season of a locked league, and open the next season to new
    players. Everybody who entered this one is in the next one, too. A season with too
    few players waits for more. Live games are only for players who have checked in.
    """
    playing = _playing_entrants(season, now)
    if len(playing) < FEWEST_SEATS:
        postpone_start(season, now)
        return
    ladder = _ladder(season, playing)[:MOST_PLAYING]
    divisions = deal_groups(ladder) if league.is_tournament else cut_divisions(ladder)
    season.status, season.started_at = SeasonStatus.PLAYING, now
    season.is_final = league.is_tournament and len(divisions) == 1
    season.due_at = now + LOOKED_AT_EVERY
    season.save(update_fields=["status", "started_at", "is_final", "due_at"])
    for number, division in enumerate(divisions, start=1):
        for place, entrant in enumerate(division):
            entrant.division, entrant.place = number, place
        Entrant.objects.bulk_update(division, ["division", "place"])
        _begin_games(season, number, division, now)
    if not league.is_tournament and league.closed_at is None:
        following = open_season(league, season.number + 1)
        members = season.entrants.filter(excluded_at=None).order_by("pk")
        Entrant.objects.bulk_create(
            Entrant(season=following, user_id=user, entered_at=entered)
            for user, entered in members.values_list("user", "entered_at")
        )
    publish(SeasonStarted(season, now=now))


def _playing_entrants(season: Season, now: datetime) -> list[Entrant]:
    entrants = season.entrants.filter(excluded_at=None).select_related("user")
    if needs_check_in(season.league):
        entrants = entrants.filter(checked_in_at__isnull=False)
    return [
        entrant
        for entrant in entrants.order_by("place", "pk")
        if entrant.user.may_play(now) and not entrant.user.is_guest
    ]


def _ladder(season: Season, playing: Sequence[Entrant]) -> list[Entrant]:
    """
    Return all players in order, highest division first. Players of the season before
    keep the places at which they ended. The others follow in the order in which they
    entered, but those who lose too many seats to the clock come last.
    """
    if season.league.is_tournament and season.number > 1:
        return list(playing)
    last = season.league.seasons.filter(number=season.number - 1).first()
    order = [] if last is None else _order_after(last)
    known = {user: place for place, user in enumerate(order)}
    old = sorted(
        (one for one in playing if one.user_id in known),
        key=lambda one: known[one.user_id],
    )
    new = [one for one in playing if one.user_id not in known]
    attendances = attendances_of([one.user_id for one in new])
    return old + sorted(new, key=lambda one: not attendances[one.user_id].is_steady)


def _order_after(season: Season) -> list[int]:
    seated = season.entrants.exclude(division=None).order_by("division", "final_place")
    divisions: dict[int | None, list[int]] = {}
    for division, user in seated.values_list("division", "user"):
        divisions.setdefault(division, []).append(user)
    return next_ladder(list(divisions.values()), season.league.movers)


def _begin_games(
    season: Season, number: int, division: list[Entrant], now: datetime
) -> None:
    """Start the games of a division, each with a different start player."""
    league = season.league
    count = min(league.games_each, len(division))
    for first in range(count):
        seated = division[first:] + division[:first]
        game = create_game(
            host=_host_of(league, seated, now),
            players=[entrant.user for entrant in seated],
            terms=replace(
                league.terms,
                player_count=len(seated),
                first_player=0,
                audience=Audience.EVERYONE if league.is_listed else Audience.LINK,
            ),
            source=Source.SERVICE,
            league=league,
            now=now,
        )
        LeagueGame.objects.create(
            game=game,
            season=season,
            division=number,
            entrants=[entrant.pk for entrant in seated],
        )


def _host_of(league: League, seated: Sequence[Entrant], now: datetime) -> User:
    host = league.host
    return host if host is not None and host.may_play(now) else seated[0].user
