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
    ``games.match.thinking``: nobody's request waits for them. If the operator has
    switched thinking off, autopilot decides for them.
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
        command, source = _choose(session, player)
        session.decide(PlayMove(command), player, source)


def _ready_to_play(session: GameSession) -> set[int]:
    """Return who of those awaited plays by itself, at once."""
    automatic = awaited(session.state) - session.present
    return {number for number in automatic if not thinks(session.seat(number))}


def _choose(session: GameSession, player: int) -> tuple[Command, Source]:
    """Return what an opponent decides, or autopilot for a player who is absent."""
    opponent = OPPONENTS.get(session.seat(player).bot)
    if opponent is None or opponent.thinks:
        return autopilot.choose(session.state, player), Source.AUTOPILOT
    choice = choose(opponent, session.state, player, session.game.slug)
    return choice.command, Source.AUTOMATIC
