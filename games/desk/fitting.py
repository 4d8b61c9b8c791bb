"""Which acts fit a game as it is, so that the desk offers them and no others."""

from datetime import datetime

from games.models import Game, Status, SubstituteOffer


def has_messages(game: Game, *, hidden: bool) -> bool:
    """Whether anything was said, and hidden or not, that still has its words."""
    said = game.talk.filter(hidden_at__isnull=not hidden)
    return said.exclude(text="").exists()


def is_running(game: Game, now: datetime) -> bool:
    return game.status == Status.ACTIVE


def is_playable(game: Game, now: datetime) -> bool:
    return is_running(game, now) and game.held_at is None


def is_paused(game: Game, now: datetime) -> bool:
    paused = any(pause.ends > now for pause in game.match_state.pauses)
    return paused and is_playable(game, now)


def is_held(game: Game, now: datetime) -> bool:
    return is_running(game, now) and bool(game.held_at or game.quarantined_at)


def can_be_paused(game: Game, now: datetime) -> bool:
    return is_playable(game, now) and not is_paused(game, now)


def can_go_back(game: Game, now: datetime) -> bool:
    return is_running(game, now) or game.reveal_at is not None


def is_stewarded(game: Game, now: datetime) -> bool:
    return is_running(game, now) and game.seats.filter(is_stewarded=True).exists()


def invitation(game: Game) -> SubstituteOffer | None:
    """Return the invitation to a seat of the game that waits for an answer."""
    offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
    return offers.filter(invited_by__isnull=False).select_related("seat", "user").last()
