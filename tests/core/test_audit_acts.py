"""The lines of the staff: each fits what it led to, and what has none is named."""

import pytest
from msgspec.structs import replace

from stoneage_core import audit
from stoneage_core import match_events as c
from stoneage_core.audit import StaffAct, in_words, verify
from stoneage_core.staff_events import GameFrozen, TimeGranted
from stoneage_core.time_control import HOUR

from .recorder import Recorder
from .test_audit_recorded import QUICK, by_staff, game_at, in_order

WHY = "Because the table asked for it."


class Moderated:
    """A game in which the staff decided six times, and acts that led to it."""

    def __init__(self) -> None:
        self.game = game_at()
        self.acts: list[StaffAct] = []
        self.note("note")
        self.does("grant", TimeGranted(self.game.asked, HOUR), seat=self.game.asked)
        by_staff(self.game, c.SubstituteOffered(1, 2, by_staff=True))
        self.note("invite", 2, len(self.game.events))
        self.game.passes()
        self.game.happens([c.PlayerReplaced(2, 1)], 2, "staff")
        self.does("clock", c.TimeControlSet(QUICK))
        self.plays()
        self.does("freeze", GameFrozen())

    @property
    def decided(self) -> tuple[int, ...]:
        """Where the decisions of the staff begin."""
        return verify(self.game.text).by_staff

    @property
    def text(self) -> str:
        return self.game.text + audit.write_acts(self.acts, "recorded")

    def note(self, act: str, seat: int | None = None, event: int | None = None) -> None:
        at = self.game.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self.acts.append(StaffAct(len(self.acts) + 1, act, event, seat, WHY, at))

    def does(self, act: str, event: c.MatchEvent, seat: int | None = None) -> None:
        by_staff(self.game, event)
        self.note(act, seat, len(self.game.events))

    def plays(self) -> None:
        event, seat = len(self.game.events) + 1, self.game.asked
        self.game.moves(how="staff")
        self.note("play", seat, event)

    def change(self, number: int, **fields: object) -> None:
        """Rewrite a line, and hash all anew."""
        self.acts[number - 1] = replace(self.acts[number - 1], **fields)

    def leave_out(self, number: int) -> None:
        """Take a line out, and number the others anew."""
        del self.acts[number - 1]
        self.acts = [replace(act, number=n) for n, act in enumerate(self.acts, 1)]


def test_lines_that_fit_are_in_order():
    verdict = in_order(game := Moderated())
    assert (verdict.acts, len(verdict.by_staff), verdict.without_act) == (6, 6, ())
    told = "6 decisions are the staff’s; the record has a line of why for each."
    assert told in in_words(verdict)
    assert game.decided == verdict.by_staff


def test_lines_that_are_all_cut_off_are_missed():
    """Even where the hash of a mail pins the events."""
    game = Moderated()
    head = game.game.text.rsplit('"hash":"', 1)[1][:64]
    verdict = verify(game.game.text, head)
    assert (verdict.finding, verdict.witnessed) == (None, len(game.game.events))
    assert verdict.without_act == game.decided
    told = "6 decisions are the staff’s; for 6 of them the record has no line of why"
    assert f"{told}: events {', '.join(map(str, game.decided))}." in in_words(verdict)


def test_each_line_that_is_left_out_is_missed():
    for number, missed in ((2, (0,)), (3, (1, 2)), (4, (3,)), (5, (4,)), (6, (5,))):
        game = Moderated()
        game.leave_out(number)
        told = tuple(game.decided[each] for each in missed)
        assert in_order(game).without_act == told


def test_a_note_that_is_left_out_is_missed_by_nobody():
    game = Moderated()
    game.leave_out(1)
    assert in_order(game).without_act == ()


@pytest.mark.parametrize("name", ["banana", "ban", "answer"])
def test_an_act_that_there_is_not_is_found(name):
    game = Moderated()
    game.change(6, act=name)
    found = str(verify(game.text).finding.reason)
    assert found == f"Act 6 of the staff is none that there is: {name}"


@pytest.mark.parametrize(
    ("number", "fields"),
    [
        (2, {"act": "pause"}),
        (2, {"act": "note"}),
        (2, {"seat": 0}),
        (2, {"seat": None}),
        (4, {"act": "end"}),
        (5, {"act": "entrust"}),
        (6, {"act": "unfreeze"}),
        (6, {"act": "play"}),
    ],
)
def test_an_act_fits_its_event(number, fields):
    game = Moderated()
    game.change(number, **fields)
    found = str(verify(game.text).finding.reason)
    event = game.acts[number - 1].event
    assert found == f"Act {number} of the staff cannot have led to event {event}"


def test_an_act_led_to_a_decision_of_the_staff_that_no_other_told():
    game = Moderated()
    first, second = game.acts[1].event, game.acts[4].event
    for event in (None, 2, second + 1, first, 10_000):
        game = Moderated()
        game.change(5, event=event)
        found = str(verify(game.text).finding.reason)
        assert found == "Act 5 of the staff led to no event of theirs"


def test_a_seat_is_taken_over_on_an_invitation_to_it_from_before():
    game = Moderated()
    game.change(3, acted_at="2026-11-21T12:00:00.000000Z")
    assert in_order(game).without_act == (game.decided[2],)
    game.change(3, seat=1)
    assert "cannot have led to" in str(verify(game.text).finding.reason)


def test_an_invitation_is_withdrawn_from_the_seat_that_it_was_for():
    game = Moderated()
    event = c.SubstituteOffered(2, 1, by_staff=True)
    game.does("invite", event, seat=1)
    game.does("withdraw", c.OfferWithdrawn(2), seat=1)
    assert in_order(game).without_act == ()
    for seat in (None, 0, 2):
        game.change(8, seat=seat)
        assert "cannot have led to" in str(verify(game.text).finding.reason)


def test_where_the_staff_did_nothing_nothing_is_told_of_them():
    game = Recorder()
    game.moves(2)
    assert "staff" not in in_words(in_order(game))
