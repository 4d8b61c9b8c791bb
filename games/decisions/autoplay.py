"""Automatic decisions in a game session: quick opponents, and autopilot."""

from games.decisions.session import GameSession
from games.store.read_model import thinks
from stoneage_core import autopilot, awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS


def play_automatic(session: GameSession) -> None:
    """
    Let opponents and autopilot decide until only people are awaited.

    Where nobody is left who plays, they go no further than to the end of the round: the
    next one waits for a while, so that players can come back to their game. While the
    game is frozen they wait. Opponents that search are left to
    ``games.match.thinking``: nobody's request waits for them.
    """
    if session.is_frozen:
        return
    # Nothing that is played here changes who is present.
    present, played_round = session.present, session.before.round
    while waiting := sorted(_ready_to_play(session)):
        if not present and session.state.round > max(1, played_round):
            return
        session.note_facts()  # whoever decides again from the log knows them, too
        player = waiting[0]
        is_automatic = session.seat(player).is_automatic
        source = Source.AUTOMATIC if is_automatic else Source.AUTOPILOT
        session.decide(PlayMove(_choose(session, player)), player, source)


def _ready_to_play(session: GameSession) -> set[int]:
    """Return who of those awaited plays by itself, at once."""
    automatic = awaited(session.state) - session.present
    return {number for number in automatic if not thinks(session.seat(number))}


def _choose(session: GameSession, player: int) -> Command:
    """Return what an opponent decides, or autopilot for whoever is absent."""
    opponent = OPPONENTS.get(session.seat(player).bot)
    if opponent is None:
        return autopilot.choose(session.state, player)
    return choose(opponent, session.state, player, session.game.slug).command
