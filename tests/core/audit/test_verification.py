"""The audit of untouched records, and its report."""

import pytest

from stoneage_core import audit
from stoneage_core.audit import in_words, verify
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.audit.record_forger import RECORDS, lines_of, record, sealed
from tests.core.recorded_game import RecordedGame
from tests.core.recorder import BEGIN


@pytest.mark.parametrize("name", RECORDS)
def test_golden_records_are_valid(name):
    verdict = verify(record(name))
    lines = lines_of(name)
    assert verdict.finding is None
    assert verdict.game == lines[0]["event"]["game"]
    assert (verdict.events, verdict.head) == (len(lines), lines[-1]["hash"])


@pytest.mark.parametrize("name", RECORDS)
def test_sealing_unchanged_lines_reproduces_the_record(name):
    assert sealed(lines_of(name)) == record(name)


@pytest.mark.parametrize("name", RECORDS)
def test_reading_and_writing_gives_the_same_bytes(name):
    entries = audit.read(record(name))
    assert "".join(map(audit.write, entries)) == record(name)


@pytest.mark.parametrize("name", ["finished", "eventful"])
def test_all_dice_of_a_finished_game_are_checked(name):
    verdict = verify(record(name))
    assert verdict.is_over
    assert verdict.dice > 150
    assert f"All {verdict.dice} dice and draws follow" in in_words(verdict)


def test_the_answered_record_covers_replies_and_time_outs():
    hows = {line["source"] for line in lines_of("answered")}
    assert hows >= {"page", "reply", "timeout", "service"}


def test_a_running_game_is_checked_without_its_seed():
    verdict = verify(record("running"))
    assert (verdict.is_over, verdict.dice) == (False, 0)
    assert "its dice can be checked once the seed is revealed" in in_words(verdict)


def test_the_seed_of_another_game_is_found_while_it_is_secret():
    finding = verify(record("running"), seed=bytes(32)).finding
    assert str(finding.reason) == "The secret seed is not the one that was sealed"


def test_only_a_game_with_a_clock_has_a_due_date():
    clock = TimeControl(PerMove(DAY))
    for bot in (None, DEFAULT_OPPONENT.bot):
        game = RecordedGame("clocks", bytes(32), clock, BEGIN, bot=bot)
        told = in_words(verify(game.text))
        assert "The game may go on" in told
        assert ("It has to go on by" in told) is (bot is None)


def test_a_record_is_valid_after_every_whole_decision():
    lines = lines_of("eventful")
    # The last events of some decisions, and of two unfinished ones (25 and 51).
    ends = (1, 2, 15, 18, 19, 25, 29, 31, 48, 51)
    for end in ends:
        finding = verify(sealed(lines[:end])).finding
        settled = end not in (25, 51)
        assert (finding is None) is settled, (end, finding)


def test_a_hash_from_an_old_email_is_found():
    lines = lines_of("finished")
    verdict = verify(record("finished"), head=lines[99]["hash"])
    assert (verdict.finding, verdict.witnessed) == (None, 100)
    assert "The hash you gave is that of event 100." in in_words(verdict)


@pytest.mark.parametrize(
    "head",
    [
        *("0" * 64, "", "f" * 7, lines_of("finished")[9]["hash"][:63]),
        lines_of("running")[9]["hash"],
    ],
)
def test_an_unknown_hash_is_reported(head):
    verdict = verify(record("finished"), head=head)
    assert verdict.witnessed is None
    assert in_words(verdict) == (
        "The record is wrong: No event of this record has the hash you gave"
    )


def test_a_wrong_event_takes_precedence_over_a_missing_hash():
    lines = lines_of("finished")
    lines[500]["event"]["player"] = 9
    verdict = verify(sealed(lines), head="0" * 64)
    assert in_words(verdict).startswith("Event 501 is wrong: ")
