"""Reveal the seeds of games that the staff ended."""

from datetime import datetime, timedelta

from django.conf import settings

from games.decisions.opening import attempt_on_game, open_session
from games.decisions.session import GameSession
from stoneage_core.match.lifecycle import RevealSeed
from stoneage_core.match.state import Source


@attempt_on_game
def reveal_seed(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Reveal the seed of a game that the staff ended. Return whether it was due. Once the
    seed is known the game cannot continue, because all future dice are known.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    reveal_at = session.game.reveal_at
    if reveal_at is None or reveal_at > now:
        return False
    session.decide(RevealSeed(), None, Source.SERVICE)
    schedule_reveal(session)
    session.save()
    return True


def final_from(now: datetime) -> datetime:
    """Return when an end of a game that the staff decide now becomes final."""
    return now + timedelta(days=settings.APPEAL_DAYS)


def schedule_reveal(session: GameSession) -> None:
    """
    Set when the game's seed is revealed, or clear it unless the staff ended the game.
    Until then the staff can revoke the end.
    """
    waits = session.is_over and not session.state.seed
    session.game.reveal_at = session.table.final_from if waits else None
    session.game.save(update_fields=["reveal_at"])
