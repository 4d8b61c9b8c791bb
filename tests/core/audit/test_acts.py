"""Acts of the staff in a record: each fits its consequence and its reason."""

import json

import pytest

from stoneage_core import audit
from stoneage_core.audit import StaffReason, in_words
from stoneage_core.errors import CorruptStream
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.seats import SeatOffered, SeatTaken
from stoneage_core.events.staff import GameFrozen, StaffActed, TimeGranted
from stoneage_core.record.transcript import read_transcript_lines, write_transcript
from stoneage_core.time_control import HOUR
from tests.core.audit.forgeries import both, line
from tests.core.audit.record_forger import finding_in, forged, sealed
from tests.core.audit.test_recorded import QUICK, by_staff, game_at, valid_verdict
from tests.core.recorder import BOUND, NONCE, WHY, LoggedGame


class Moderated:
    """A game in which the staff acted six times, with their reasons."""

    def __init__(self) -> None:
        self.game = game_at()
        self.note()
        by_staff(self.game, TimeGranted(self.game.asked, HOUR))
        by_staff(self.game, SeatOffered(1, 2, for_good=True))
        self.game.passes()
        self.game.happens([SeatTaken(2, 1, for_good=True)], 2, "staff")
        by_staff(self.game, TimeControlSet(QUICK))
        self.game.moves(how="staff")
        by_staff(self.game, GameFrozen())
        self.acts = [n for n, each in enumerate(self.game.events, 1) if is_act(each)]
        self.reasons = [StaffReason(event, WHY, NONCE.hex()) for event in self.acts]

    def note(self) -> None:
        """Record a note, which has no consequence."""
        self.game.happens([StaffActed("note", None, BOUND)], None, "staff")

    @property
    def text(self) -> str:
        return self.game.text + audit.write_reasons(self.reasons)

    def change(self, number: int, **fields: object) -> None:
        """Change fields of an act, by its index."""
        self.game.lines[self.acts[number] - 1]["event"] |= fields


def is_act(event) -> bool:
    return isinstance(event, StaffActed)


def test_acts_with_their_reasons_are_valid():
    verdict = valid_verdict(game := Moderated())
    assert (verdict.acts, verdict.without_reason) == (tuple(game.acts), ())
    told = "The staff acted 6 times, for the reasons that the record gives."
    assert told in in_words(verdict)


def test_a_transcript_gives_the_reason_of_each_act():
    game = Moderated()
    assert write_transcript(read_transcript_lines(game.text)).count(WHY) == 6
    assert WHY not in write_transcript(read_transcript_lines(game.game.text))


def test_a_transcript_with_an_unreadable_reason_is_refused():
    with pytest.raises(CorruptStream):
        read_transcript_lines(Moderated().text.replace('"reason":"', '"reason":1"'))


def test_an_erased_reason_is_named_and_the_record_stays_valid():
    game = Moderated()
    del game.reasons[3]
    verdict = valid_verdict(game)
    assert verdict.without_reason == (game.acts[3],)
    told = f"does not give the reason of events {game.acts[3]}."
    assert f"The staff acted 6 times; the record {told}" in in_words(verdict)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"reason": "Because we liked it."}, "not the one that the staff gave"),
        ({"nonce": "0" * 64}, "not the one that the staff gave"),
        ({"event": 2}, "Event 2 is not an act of the staff"),
        ({"nonce": "none"}, "Reason 2 of the staff cannot be read"),
        ({"nonce": "0" * 63 + "\n"}, "Reason 2 of the staff cannot be read"),
        ({"act": "pause"}, "Reason 2 of the staff cannot be read"),
    ],
)
def test_another_reason_is_found(fields, reason):
    game = Moderated()
    head, *rest = audit.write_reasons(game.reasons).splitlines(keepends=True)
    changed = json.loads(rest[0])
    changed["staff"] |= fields
    lines = json.dumps(changed, separators=(",", ":"), ensure_ascii=False) + "\n"
    told = lines + head if "event" in fields else head + lines
    assert reason in str(finding_in(game.game.text + told).reason)


def test_doubled_or_unsorted_reasons_are_found():
    game = Moderated()
    game.reasons.insert(1, game.reasons[1])
    assert "is not an act of the staff that" in str(finding_in(game.text).reason)
    del game.reasons[1]
    game.reasons.reverse()
    assert "not in their original form" in str(finding_in(game.text).reason)


@pytest.mark.parametrize(
    ("number", "fields"),
    [
        (1, {"act": "pause"}),
        (1, {"seat": 0}),
        (1, {"seat": None}),
        (2, {"seat": 1}),
        (3, {"act": "end"}),
        (4, {"act": "entrust"}),
        (5, {"act": "unfreeze"}),
        (5, {"act": "play"}),
    ],
)
def test_an_act_that_does_not_fit_its_consequence_is_found(number, fields):
    game = Moderated()
    game.change(number, **fields)
    finding = finding_in(game.text)
    assert str(finding.reason) == "The act of the staff cannot have led to this"
    assert finding.sequence == game.acts[number] + 1


@pytest.mark.parametrize("act", ["note", "links"])
def test_a_decision_of_the_staff_without_an_act_is_found(act):
    game = Moderated()
    game.change(1, act=act)
    finding = finding_in(game.text)
    assert str(finding.reason) == "No act of the staff led to this"
    assert finding.sequence == game.acts[1] + 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"act": "banana"}, "There is no such act of the staff: banana"),
        ({"act": "ban"}, "There is no such act of the staff: ban"),
        ({"seat": 3}, "There is no such seat"),
        ({"reason_commitment": "secret"}, "The commitment to the reason is not a hash"),
    ],
)
def test_an_unknown_act_is_found(fields, reason):
    game = Moderated()
    game.change(0, **fields)
    assert str(finding_in(game.text).reason) == reason


def test_the_consequence_of_an_act_has_to_follow_at_once():
    game = Moderated()
    cut = sealed(game.game.lines[: game.acts[5]])
    assert "breaks off in the middle of an act" in str(finding_in(cut).reason)
    late = game.game.lines[game.acts[5]]
    late["recorded_at"] = late["recorded_at"].replace(".000000Z", ".500000Z")
    assert "cannot have led to this" in str(finding_in(game.text).reason)


def test_a_move_cannot_be_attributed_to_the_staff():
    change = both(line(16, source="staff"), line(17, source="staff"))
    finding = finding_in(forged("finished", change))
    assert (finding.sequence, str(finding.reason)) == (
        16,
        "No act of the staff led to this",
    )


def test_the_staff_can_add_notes_to_a_finished_game():
    game = LoggedGame(2)
    while not game.state.seed:
        game.moves()
    game.happens([StaffActed("note", None, BOUND)], None, "staff")
    assert valid_verdict(game).acts == (len(game.events),)


def test_without_acts_the_report_does_not_mention_the_staff():
    game = LoggedGame()
    game.moves(2)
    assert "staff" not in in_words(valid_verdict(game))
