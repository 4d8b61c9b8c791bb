"""
The end of a game is withheld: it seems to be still running.

Found with a mail from after the cut. A game that was cut before anybody got one is not
found; nor can anybody tell it from one that waits for a player.
"""

from stoneage_core.audit import in_words, verify
from tests.core.audit.forgeries import without
from tests.core.audit.record_forger import forged, lines_of

from .rogue import reason_against

TRUE = lines_of("finished")
#: The last round of decisions is left out.
LEFT_OUT = [at for at, each in enumerate(TRUE, 1) if each["command"]][-9]
CUT = forged("finished", without(LEFT_OUT, len(TRUE)))


def test_a_mail_from_after_the_cut_finds_it() -> None:
    last = TRUE[-1]
    told = reason_against(CUT, head=last["hash"], event=last["sequence"])
    assert told == "No event of this record has the hash you gave"


def test_alone_it_is_a_game_that_may_go_on() -> None:
    assert "The game may go on" in in_words(verify(CUT))
