"""Players and bots join a game, which starts when all seats are taken."""

from msgspec import UNSET

from games.decisions.autoplay import play_automatic
from games.decisions.session import GameSession, Provenance
from games.models import Seat
from stoneage_core import Phase
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.lifecycle import Join, Start
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import OPPONENTS

_START = Start()


def join_player(session: GameSession, own: Seat, source: Provenance) -> None:
    program = own.user.program if own.user else ""
    session.decide(Join(program=program or UNSET), own.number, source)


def join_bot(session: GameSession, own: Seat) -> None:
    """Let the bot of a seat join, and record the version of the bot."""
    bot = OPPONENTS[own.bot].bot
    session.decide(Join(bot=bot), own.number, Source.AUTOMATIC)


def start_when_full(session: GameSession, start: CommandOrFact = _START) -> None:
    """Start a game that is full. A game with a beacon waits for its round instead."""
    state = session.state
    is_gathered = state.phase is Phase.INVITATION and state.is_full
    if is_gathered and state.terms.beacon is None:
        session.decide(start, None, Source.SERVICE)
        play_automatic(session)
