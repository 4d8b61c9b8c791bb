"""What the mail that is answered had shown: a position, and choices with numbers."""

from dataclasses import dataclass

from games import selectors
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.numbered import numbered
from stoneage_core import GameState, awaited

#: Mails that ask for a decision: ``about_version`` is since when it is asked for.
_ASKING = (Kind.YOUR_TURN, Kind.CHOICE_WANTED, Kind.REMINDER, Kind.ORDERS_DISARMED)


@dataclass(frozen=True)
class Shown:
    """
    A decision that a mail was about: the version it showed, and its choices.

    ``texts`` are the commands by their number from 1; none where it is not known what
    the mail had shown.
    """

    version: int
    texts: tuple[str, ...]


def shown_to(mail: IncomingMail) -> Shown | None:
    """Return the decision that the answered mail was about, None if about none."""
    ours = mail.replies_to
    if ours is None or (ours.seat_id, ours.user_id) != (mail.seat_id, mail.user_id):
        return None
    if ours.shown_version is None:
        is_asking = ours.kind in _ASKING and ours.about_version is not None
        return Shown(ours.about_version or 0, ()) if is_asking else None
    state = _state(ours, ours.shown_version)
    assert mail.seat is not None
    player = mail.seat.number
    if state is None or player not in awaited(state):
        return None
    texts = tuple(choice.text for choice in numbered(state, player))
    return Shown(ours.shown_version, texts)


def _state(mail: OutgoingMail, version: int) -> GameState | None:
    """Return the position at a version, None if the game never came so far."""
    game = mail.game
    if game is None or version > game.version:
        return None
    present = version == game.version
    return selectors.state_of(game) if present else selectors.state_at(game, version)
