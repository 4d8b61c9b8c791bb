"""Results of games in leagues, and the tables that follow from them.

Results are recorded in the transaction in which a game becomes final. The staff can
correct them.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from games.errors import Refused
from games.leagues.standings import Result, Standing, rank_players
from games.models import Entrant, Game, LeagueGame, Season
from games.models.leagues import DropOut, SeasonStatus
from games.signals import GameFinalized, receives
from stoneage_core.match.ranks import counted_ranks
from stoneage_core.match.state import Match


def rank_division(
    entrants: Iterable[Entrant], games: Iterable[LeagueGame]
) -> list[Standing[Entrant]]:
    """
    Return the table of a division, best first. ``games`` are in the order of their ids.
    Excluded entrants come last.
    """
    by_pk = {entrant.pk: entrant for entrant in entrants}
    results = [
        Result(
            players=[by_pk.get(pk) for pk in game.entrants],
            ranks=game.ranks,
            scores=game.scores,
            seed=game.seed,
        )
        for game in games
        if game.ranks
    ]
    in_order = sorted(by_pk.values(), key=lambda entrant: entrant.place or 0)
    return rank_players(
        in_order, results, [each for each in in_order if each.excluded_at is not None]
    )


def season_tables(season: Season) -> list[list[Standing[Entrant]]]:
    """Return the tables of all divisions, the highest first. Takes two queries."""
    entrants = list(season.entrants.exclude(division=None).select_related("user"))
    games = list(season.games.order_by("pk"))
    numbers = sorted({entrant.division or 0 for entrant in entrants})
    return [
        rank_division(
            [one for one in entrants if one.division == number],
            [game for game in games if game.division == number],
        )
        for number in numbers
    ]


@receives(GameFinalized)
def record_final_league_result(signal: GameFinalized) -> None:
    """Record the result, and let the next sweep see whether the season is over."""
    record_league_result(signal.game, Match(signal.state, signal.game.table_state))
    playing = Season.objects.filter(games=signal.game.pk, status=SeasonStatus.PLAYING)
    playing.update(due_at=signal.now)


def record_league_result(game: Game, match: Match) -> None:
    """
    Idempotent. Players who left their seat come last, as in ratings, unless the
    league's rule is that autopilot's result counts. A game that was
    cancelled, or that ended after its season, does not count. Corrections by the staff
    are kept.
    """
    if not match.board.seed:
        return
    ranks = league_ranks(match, game)
    counts = Q(season__status=SeasonStatus.PLAYING) | Q(ranks__isnull=False)
    LeagueGame.objects.filter(counts, pk=game.pk, is_corrected=False).update(
        ranks=list(ranks),
        scores=[player.score for player in match.board.players],
        seed=match.board.seed,
    )


def league_ranks(match: Match, game: Game) -> Sequence[int]:
    """Return the ranks by number of seat that count in the league, () if none do."""
    league, ranks = game.league, counted_ranks(match)
    if ranks and league is not None and league.drop_out == DropOut.AUTOPILOT:
        return match.board.ranks
    return ranks


def correct_result(row: LeagueGame, ranks: Sequence[int]) -> None:
    """
    Set the ranks of a game by number of seat. With empty ``ranks`` it does not count.
    Raise Refused: (invalid) for impossible ranks, (too_late) once the season is over,
    because the next divisions were made from its tables.
    """
    if row.season.status != SeasonStatus.PLAYING:
        raise Refused(
            "too_late", "This season is over: the next one was made from its tables."
        )
    if ranks and not _are_valid_ranks(ranks, len(row.entrants)):
        raise Refused(
            "invalid",
            "Write a rank for each seat in order, such as 2 1 3 4. Players who tie "
            "have the same rank, and the next rank is left out, such as 1 1 3.",
        )
    row.ranks, row.is_corrected = list(ranks), True
    row.scores = row.scores or [0] * len(row.entrants)
    row.save(update_fields=["ranks", "is_corrected", "scores"])


def _are_valid_ranks(ranks: Sequence[int], seats: int) -> bool:
    """Return whether each rank is one more than the number of players ahead."""
    return len(ranks) == seats and all(
        rank == 1 + sum(other < rank for other in ranks) for rank in ranks
    )
