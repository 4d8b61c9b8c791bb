"""Finalizing of games that the staff ended: the seed of the dice is revealed."""

from datetime import datetime, timedelta

from django.conf import settings

from games.decisions.opening import attempt_on_game, open_session
from games.decisions.session import GameSession
from stoneage_core.match.lifecycle import RevealSeed
from stoneage_core.match.state import Source


@attempt_on_game
def reveal_seed(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Reveal the seed of a game that the staff ended; return whether it was time to.

    Once it is known nobody can play on, for all dice to come are known with it.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    reveal_at = session.game.reveal_at
    if reveal_at is None or reveal_at > now:
        return False
    session.decide(RevealSeed(), None, Source.SERVICE)
    date_reveal(session)
    session.save()
    return True


def final_from(now: datetime) -> datetime:
    """Return from when on an end by the staff is final that is decided now."""
    return now + timedelta(days=settings.APPEAL_DAYS)


def date_reveal(session: GameSession) -> None:
    """Set when the seed is to be revealed: where the staff ended the game, and only so.

    Until then they can go back on it.
    """
    waits = session.is_over and not session.state.seed
    session.game.reveal_at = session.table.final_from if waits else None
    session.game.save(update_fields=["reveal_at"])
