"""
What the staff did is taken out of the record, or given another reason.

An act is an event. Where only the act is cut out, what it led to betrays it; where both
are, a mail from after it does. The operator's own check misses the row of the staff's
log that an act has; nobody else sees those rows. A reason that is changed is found in
the record alone; reasons that are cut off are named as untold, and no more than that.
"""

import pytest

from games.models import Game, ModerationAction
from stoneage_core.audit import in_words, split_record, verify
from tests.core.audit.record_forger import sealed
from tests.core.audit.test_acts import Moderated
from tests.games.moderation.doing import do_action
from tests.support.people import member
from tests.support.standing_time import NOW
from tests.support.triggers import without_triggers

from .rogue import reason_against, record_of, report_of_check, rewrite


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
    told = reason_against(cut, head=mailed)
    assert told == "No event of this record has the hash you gave"


def test_another_reason_is_found_and_no_reason_is_named() -> None:
    game = Moderated()
    events, reasons, _place = split_record(game.text)
    changed = reasons.replace("Because the table asked", "Because she asked", 1)
    told = reason_against(events + changed)
    assert told == "The reason is not the one that the staff gave"
    assert "The staff acted 6 times; the record does not give" in in_words(
        verify(events)
    )


@pytest.mark.django_db
def test_a_row_of_the_staffs_log_is_missed_by_the_check_of_the_service(
    sealed_game: Game,
) -> None:
    by = member("mona", "Moderators")
    do_action("note", by=by, game=sealed_game, reason="We look into it.", now=NOW)
    assert report_of_check() == ""
    with without_triggers():
        ModerationAction.objects.all().delete()
    assert (
        "is an act of the staff, but the staff's log does not contain it"
        in report_of_check()
    )
    # Whoever cuts the act out of the events as well has a mail against them.
    mailed = Game.objects.get(pk=sealed_game.pk).head
    rewrite(sealed_game, lambda lines: lines.pop())
    assert report_of_check() == ""
    told = reason_against(record_of(sealed_game), head=mailed)
    assert told == "No event of this record has the hash you gave"
