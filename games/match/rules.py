"""After a release that mends a rule, running games go on by the mended rules."""

from datetime import datetime

from games.decisions.opening import attempt_on_game, open_session
from stoneage_core.events.service import RulesChanged
from stoneage_core.match.state import Source
from stoneage_core.rules_versions import RULES_VERSION


@attempt_on_game
def change_rules(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Let a game go on by the present rules; return whether it went by older ones.

    Each version is an event, so that everybody reads what changed, and from when on.
    Until then the game goes by the rules that its pages show.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    while session.state.rules_version < RULES_VERSION:
        next_version = session.state.rules_version + 1
        session.decide(RulesChanged(next_version), None, Source.SERVICE)
    if not session.entries:
        return False
    session.save()
    return True
