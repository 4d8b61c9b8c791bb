"""Reports to the staff, and closing their cases."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from games.lobby.new_games import create_practice_game
from games.models import Game, Report, TalkMessage, User
from games.models.moderation import Case
from games.talk.reports import make_report
from tests.games.moderation.doing import close_case
from tests.games.talk.test_talk import say, seat_of
from tests.support.refusals import refuses
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


def test_report_of_a_message_is_about_its_writer(
    report: Report, rude: TalkMessage, alice: User, bob: User
) -> None:
    case = report.case
    assert (report.reporter, case.person, report.message) == (alice, bob, rude)
    assert (report.game, report.seat) == (rude.game, rude.seat)
    assert (case.game, case.closed_at, case.is_unread) == (rude.game, None, True)


def test_stranger_can_report_a_player(
    two_player_game: Game, outsider: User, bob: User
) -> None:
    seat = seat_of(two_player_game, 1)
    made = make_report(reporter=outsider, seat=seat, reason="Name", now=NOW)
    assert (made.case.person, made.game, made.message) == (bob, two_player_game, None)


def test_report_can_be_about_a_game_or_nothing(
    two_player_game: Game, alice: User
) -> None:
    made = make_report(reporter=alice, game=two_player_game, reason="Stuck", now=NOW)
    assert (made.game, made.case.person) == (two_player_game, None)
    made = make_report(reporter=alice, reason="The site", now=NOW)
    assert (made.game, made.case.person) == (None, None)


def test_same_report_is_refused_while_it_is_open(
    report: Report, rude: TalkMessage, alice: User, outsider: User
) -> None:
    again = {"reporter": alice, "message": rude, "reason": "Again", "now": NOW}
    with refuses("too_late"):
        make_report(**again)  # type: ignore[arg-type]
    close_case(case=report.case, by=outsider, outcome="Hidden", now=NOW)
    make_report(**again)  # type: ignore[arg-type]
    assert Report.objects.count() == 2


def test_own_and_bot_seats_cannot_be_reported(
    rude: TalkMessage, bob: User, alice: User
) -> None:
    with refuses("forbidden", match="yourself"):
        make_report(reporter=bob, message=rude, reason="Oops", now=NOW)
    automatic = create_practice_game(now=NOW).game.seats.get(number=1)
    with refuses("invalid"):
        make_report(reporter=alice, seat=automatic, reason="Odd", now=NOW)


@pytest.mark.parametrize("reason", ["", " \n", "x" * 1001])
def test_reason_is_required(rude: TalkMessage, alice: User, reason: str) -> None:
    with refuses("invalid"):
        make_report(reporter=alice, message=rude, reason=reason, now=NOW)


def test_case_is_closed_once_and_with_an_outcome(
    report: Report, outsider: User
) -> None:
    with refuses("invalid"):
        close_case(case=report.case, by=outsider, outcome=" ", now=NOW)
    later = NOW + timedelta(hours=1)
    close_case(case=report.case, by=outsider, outcome="Hidden", now=later)
    case = Case.objects.get()
    assert (case.closed_at, case.closed_by) == (later, outsider)
    assert (case.outcome, case.taken_at) == ("Hidden", later)
    with refuses("too_late", match="closed already"):
        close_case(case=report.case, by=outsider, outcome="No", now=later)


def test_staff_cannot_close_cases_that_concern_them(
    report: Report, alice: User, bob: User
) -> None:
    for concerned in (alice, bob):
        concerned.groups.add(Group.objects.get(name="Moderators"))
        with refuses("forbidden", match="concerns you"):
            close_case(case=report.case, by=concerned, outcome="!", now=NOW)


def test_reports_about_the_same_thing_share_a_case(
    two_player_game: Game, rude: TalkMessage, alice: User, carol: User, outsider: User
) -> None:
    """Reports about another person or another table belong to another case."""
    first = make_report(reporter=alice, message=rude, reason="Rude", now=NOW)
    Case.objects.update(handled_at=NOW, waits_until=NOW + timedelta(days=1))
    later = NOW + timedelta(hours=1)
    seat = seat_of(two_player_game, 1)
    joined = make_report(reporter=carol, seat=seat, reason="Rude to me", now=later)
    assert joined.case == first.case
    assert (joined.case.reported_at, joined.case.waits_until) == (later, None)
    assert joined.case.is_unread
    other = make_report(
        reporter=carol, seat=seat_of(two_player_game, 0), reason="!", now=NOW
    )
    assert other.case != first.case
    for case in (first.case, other.case):
        close_case(case=case, by=outsider, outcome="Done", now=later)
    again = make_report(reporter=alice, message=rude, reason="Again", now=later)
    assert again.case not in (first.case, other.case)
    nothing = [make_report(reporter=who, reason="?", now=NOW) for who in (alice, carol)]
    assert nothing[0].case != nothing[1].case
