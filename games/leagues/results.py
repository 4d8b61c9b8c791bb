"""Results of games of leagues: noted in the transaction in which they become final."""

from games.models import Game, LeagueGame
from games.signals import GameAdvanced, receives
from stoneage_core.match.seats import counted_ranks
from stoneage_core.match.state import Match


@receives(GameAdvanced)
def follow_league_game(news: GameAdvanced) -> None:
    """Note the result of a league's game; one query where a game becomes final."""
    if news.state.seed and not news.before.seed:
        note_league_result(news.game, Match(news.state, news.game.match_state))


def note_league_result(game: Game, match: Match) -> None:
    """
    Note what a game counts as for its league, if it has one. Idempotent.

    Who left their seat comes last, as in ratings; a game that was called off counts for
    nothing. What the staff have corrected stays.
    """
    if not match.board.seed:
        return
    LeagueGame.objects.filter(pk=game.pk, is_corrected=False).update(
        ranks=list(counted_ranks(match)),
        scores=[player.score for player in match.board.players],
    )
