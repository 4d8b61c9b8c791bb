"""Automatic decisions in a game session: quick bots and autopilot."""

from games.decisions.session import GameSession
from games.log.read_model import thinks
from stoneage_core import autopilot, awaited
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS


def play_automatic(session: GameSession) -> None:
    """
    Let bots and autopilot decide until only people are awaited.

    If no person plays any more, they stop at the end of the round, and the next round
    waits for a while so that players can come back. They wait while the game is frozen.
    Bots that search are left to ``games.thinking.decide``, so that no request waits for
    them. If the operator has switched thinking off, autopilot decides for them.
    """
    if session.is_frozen:
        return
    # Automatic decisions never change who is present.
    present, played_round = session.present, session.before.round
    while waiting := sorted(_ready_to_play(session)):
        if not present and session.state.round > max(1, played_round):
            return
        session.note_facts()  # first, so that a replay of the decision sees them, too
        player = waiting[0]
        command, source = _choose(session, player)
        session.decide(PlayMove(command), player, source)


def _ready_to_play(session: GameSession) -> set[int]:
    """Return the awaited players for whom a quick bot or autopilot can decide."""
    automatic = awaited(session.state) - session.present
    return {number for number in automatic if not thinks(session.seat(number))}


def _choose(session: GameSession, player: int) -> tuple[Command, Source]:
    """Return a bot's decision, or autopilot's for a player who is absent."""
    opponent = OPPONENTS.get(session.seat(player).bot)
    if opponent is None or opponent.thinks:
        return autopilot.choose(session.state, player), Source.AUTOPILOT
    choice = choose(opponent, session.state, player, session.game.slug)
    return choice.command, Source.AUTOMATIC
