"""
What the staff did is taken out of the record, or given another reason.

An act is an event. Where only the act is cut out, what it led to betrays it; where both
are, a mail from after it does. A reason that is changed is found in the record alone;
reasons that are cut off are named as untold, and no more than that.
"""

from stoneage_core.audit import in_words, parted, verify
from tests.core.record_forger import sealed
from tests.core.test_audit_acts import Moderated


def test_an_act_cut_out_is_missed_by_what_it_led_to() -> None:
    game = Moderated()
    del game.game.lines[game.acts[1] - 1]
    finding = verify(sealed(game.game.lines)).finding
    assert finding is not None
    assert "No act of the staff led to this" in str(finding.reason)


def test_an_act_that_led_to_nothing_is_missed_with_a_mail_alone() -> None:
    game = Moderated()
    mailed = verify(game.text).head
    *before, note = game.acts[:1]
    del game.game.lines[note - 1]
    cut = sealed(game.game.lines)
    assert before == []
    assert verify(cut).finding is None
    assert verify(cut, head=mailed).finding is not None


def test_another_reason_is_found_and_no_reason_is_named() -> None:
    game = Moderated()
    events, reasons, _place = parted(game.text)
    changed = reasons.replace("Because the table asked", "Because she asked", 1)
    assert verify(events + changed).finding is not None
    assert "The staff acted 6 times; the record does not tell" in in_words(
        verify(events)
    )
