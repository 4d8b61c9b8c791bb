"""After a release that fixes a rule, running games continue by the new rules."""

from datetime import datetime

from games.decisions.opening import attempt_on_game, open_session
from stoneage_core.events.service import RulesChanged
from stoneage_core.match.state import Source
from stoneage_core.rules_versions import RULES_VERSION


@attempt_on_game
def change_rules(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Switch a game to the current rules. Return whether it was played by older ones.

    Each version is recorded as an event, so that everybody can read what changed and
    when. Until then the game is played by the rules that its pages show.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    while session.state.rules_version < RULES_VERSION:
        next_version = session.state.rules_version + 1
        session.decide(RulesChanged(next_version), None, Source.SERVICE)
    if not session.entries:
        return False
    session.save()
    return True
