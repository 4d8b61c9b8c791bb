"""Reports to the staff: made once, closed once, by whom they do not concern."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from games.errors import Forbidden, InvalidChoice, TooLate
from games.lobby.games import create_practice_game
from games.models import Game, Report, TalkMessage, User
from games.talk.reports import make_report
from tests.games.moderation.doing import close_report
from tests.games.test_talk import say, seat_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def _the_outsider_moderates(outsider: User) -> None:
    outsider.groups.add(Group.objects.get(name="Moderators"))


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    return say(two_player_game, 1, "You cheat!")


@pytest.fixture
def report(rude: TalkMessage, alice: User) -> Report:
    return make_report(reporter=alice, message=rude, reason="Rude", now=NOW)


def test_a_report_of_a_message_knows_whom_it_is_about(
    report: Report, rude: TalkMessage, alice: User, bob: User
) -> None:
    assert (report.reporter, report.about, report.message) == (alice, bob, rude)
    assert (report.game, report.seat) == (rude.game, rude.seat)
    assert report.closed_at is None


def test_a_player_is_reported_by_a_stranger(
    two_player_game: Game, outsider: User, bob: User
) -> None:
    seat = seat_of(two_player_game, 1)
    made = make_report(reporter=outsider, seat=seat, reason="Name", now=NOW)
    assert (made.about, made.game, made.message) == (bob, two_player_game, None)


def test_a_game_or_nothing_in_particular(two_player_game: Game, alice: User) -> None:
    made = make_report(reporter=alice, game=two_player_game, reason="Stuck", now=NOW)
    assert (made.game, made.about) == (two_player_game, None)
    made = make_report(reporter=alice, reason="The site", now=NOW)
    assert (made.game, made.about) == (None, None)


def test_the_same_is_reported_once_while_it_is_open(
    report: Report, rude: TalkMessage, alice: User, outsider: User
) -> None:
    again = {"reporter": alice, "message": rude, "reason": "Again", "now": NOW}
    with pytest.raises(TooLate, match="already reported that"):
        make_report(**again)  # type: ignore[arg-type]
    close_report(report=report, by=outsider, outcome="Hidden", now=NOW)
    make_report(**again)  # type: ignore[arg-type]
    assert Report.objects.count() == 2


def test_nobody_reports_themselves_or_a_machine(
    rude: TalkMessage, bob: User, alice: User
) -> None:
    with pytest.raises(Forbidden, match="yourself"):
        make_report(reporter=bob, message=rude, reason="Oops", now=NOW)
    automatic = create_practice_game(now=NOW).game.seats.get(number=1)
    with pytest.raises(InvalidChoice, match="no one in that seat"):
        make_report(reporter=alice, seat=automatic, reason="Odd", now=NOW)


@pytest.mark.parametrize("reason", ["", " \n", "x" * 1001])
def test_a_reason_is_needed(rude: TalkMessage, alice: User, reason: str) -> None:
    with pytest.raises(InvalidChoice):
        make_report(reporter=alice, message=rude, reason=reason, now=NOW)


def test_a_report_is_closed_once_and_with_an_outcome(
    report: Report, outsider: User
) -> None:
    with pytest.raises(InvalidChoice):
        close_report(report=report, by=outsider, outcome=" ", now=NOW)
    later = NOW + timedelta(hours=1)
    close_report(report=report, by=outsider, outcome="Hidden", now=later)
    report.refresh_from_db()
    assert (report.closed_at, report.closed_by) == (later, outsider)
    assert report.outcome == "Hidden"
    with pytest.raises(TooLate, match="closed already"):
        close_report(report=report, by=outsider, outcome="No", now=later)


def test_nobody_closes_what_concerns_them(
    report: Report, alice: User, bob: User
) -> None:
    for concerned in (alice, bob):
        concerned.groups.add(Group.objects.get(name="Moderators"))
        with pytest.raises(Forbidden, match="concerns you"):
            close_report(report=report, by=concerned, outcome="!", now=NOW)
