"""
The service invents an outage or a restore, for more time or for other dice.

Both are believed, for nobody else knows; but the verdict names each. An outage stops
the clocks of all games, so the records of other games have it, too. A restore shows the
seed that it replaces, and a mail about an event that was lost still quotes its hash.
"""

from copy import deepcopy
from datetime import timedelta

from stoneage_core import SealedChance, commitment
from stoneage_core.audit import in_words, read, verify
from stoneage_core.audit.moments import parse_moment
from stoneage_core.events.service import GameRestored, OutageRecorded
from stoneage_core.match.calendar import write_moment
from tests.core.recorder import LoggedGame

OTHER = b"another seed".ljust(32, b"!")


def _outage(game: LoggedGame) -> OutageRecorded:
    """Return an outage of the hour that follows a game's last event."""
    begins = parse_moment(game.lines[-1]["recorded_at"])
    return OutageRecorded(
        write_moment(begins), write_moment(begins + timedelta(hours=1))
    )


def test_an_outage_is_named_and_other_records_do_not_have_it() -> None:
    game, other = LoggedGame(), LoggedGame()
    for each in (game, other):
        each.moves(5)
    outage = _outage(game)
    for each in (game, other):
        each.passes(2 * 3600)
    game.happens([outage])
    for each in (game, other):
        each.moves(1)
    verdict = verify(game.text)
    assert verdict.finding is None
    assert len(verdict.outages) == 1
    assert "compare other records of the same days" in in_words(verdict)
    assert verify(other.text).outages == ()


def test_a_restore_for_other_dice_is_named_and_a_mail_shows_what_was_lost() -> None:
    true = LoggedGame()
    true.moves(25)
    rolled_again = deepcopy(true)
    true.moves(3)
    mailed = read(true.text)[-1].hash
    rolled_again.passes()
    rolled_again.happens(
        [GameRestored(rolled_again.chance.reveal(), commitment(OTHER))]
    )
    rolled_again.chance = SealedChance(OTHER)
    rolled_again.moves(3)
    verdict = verify(rolled_again.text)
    assert verdict.finding is None
    kinds = [type(each) for each in rolled_again.events]
    assert verdict.restored == (kinds.index(GameRestored) + 1,)
    assert "Only the service says so, and what was lost by that" in in_words(verdict)
    finding = verify(rolled_again.text, head=mailed).finding
    assert finding is not None
    assert "may quote an event that was lost" in str(finding.reason)
