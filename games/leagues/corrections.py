"""Corrections by the staff in leagues: a player excluded, a season ended, a result."""

from collections.abc import Sequence
from datetime import datetime

from games.errors import InvalidChoice, TooLate
from games.leagues.entering import current_season, end_seasons
from games.leagues.seasons import end_season
from games.models import Entrant, League, LeagueGame
from games.models.leagues import SeasonStatus


def exclude_entrant(entrant: Entrant, now: datetime) -> None:
    """
    Take a player out of a locked league for good. Idempotent.

    They stay in the tables, last of their division, and can enter no other season.
    """
    if entrant.excluded_at is None:
        entrant.excluded_at = now
        entrant.save(update_fields=["excluded_at"])


def end_season_now(league: League, now: datetime) -> None:
    """
    End the season of a locked league as it stands; games that are not final count not.

    One that waits for players is called off, and none follows. Raise TooLate where the
    last one is over.
    """
    season = current_season(league)
    if season.is_open:
        end_seasons(league, now)
    elif season.status == SeasonStatus.PLAYING:
        end_season(league, season, now)
    else:
        raise TooLate("No season goes on.")


def correct_result(row: LeagueGame, ranks: Sequence[int]) -> None:
    """
    Let a game of a running season count by these ranks, by number of seat.

    Nothing of the game itself changes. Empty, it counts for nothing. Raise
    InvalidChoice for ranks that nobody can come to, TooLate once the season is over:
    divisions were made of its tables.
    """
    if row.season.status != SeasonStatus.PLAYING:
        raise TooLate("This season is over: the next one was made of its tables.")
    if ranks and not _can_be(ranks, len(row.entrants)):
        raise InvalidChoice(
            "Write a rank for each seat in order, as 2 1 3 4; who shares one has the "
            "same, and the next is left out, as in 1 1 3."
        )
    row.ranks, row.is_corrected = list(ranks), True
    row.scores = row.scores or [0] * len(row.entrants)
    row.save(update_fields=["ranks", "is_corrected", "scores"])


def _can_be(ranks: Sequence[int], seats: int) -> bool:
    """Whether each rank is one more than the number of players who came off better."""
    return len(ranks) == seats and all(
        rank == 1 + sum(other < rank for other in ranks) for rank in ranks
    )
