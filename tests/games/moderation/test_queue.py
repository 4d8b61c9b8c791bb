"""The queue: kinds of cases, filters, search, and closing several together."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.leagues.hosting import LeagueTerms, create_league
from games.leagues.seasons import start_season
from games.models import Game, ModerationAction, TalkMessage, User
from games.models.games import Status
from games.models.moderation import Case, ReportKind
from games.moderation.casework import CaseRow, change_kind, release_case, take_case
from games.moderation.kinds import (
    FITTING_ACTS,
    FITTING_REASONS,
    SHORT_NAMES,
    fitting_reasons,
)
from games.moderation.registry import all_actions
from games.moderation.subjects import act_url, url_of
from games.presentation.ready_reasons import READY
from games.talk.case_talk import answer_case
from games.talk.reports import make_report
from notifications.models import OutgoingMail
from tests.games.moderation.conftest import do, on_person
from tests.games.moderation.doing import close_case, do_action, seat
from tests.games.talk.test_talk import say
from tests.support.leagues import TERMS, crowd, league_of
from tests.support.pages import signed_in
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

AtDesk = Callable[[User], Client]
QUEUE = "/admin/games/desk/cases/"


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    return say(two_player_game, 1, "You cheat!")


@pytest.fixture
def cases(
    two_player_game: Game, rude: TalkMessage, alice: User, bob: User, now: datetime
) -> dict[str, Case]:
    """A case about a message, one about Bob's pace, and a request of Alice's."""
    game, bobs = two_player_game, seat(two_player_game, 1)
    told = {"reporter": alice, "now": now}
    made = (
        make_report(message=rude, kind="abuse", reason="So rude", **told),
        make_report(seat=bobs, kind="stalling", reason="Always late", **told),
        make_report(game=game, kind="lost_link", reason="No way in", **told),
    )
    return {report.case.kind: report.case for report in made}


def listed(browser: Client, **wanted: object) -> set[str]:
    """Return the kinds of the cases on a page of the queue."""
    rows = browser.get(QUEUE, wanted).context["rows"]
    return {row.case.kind for row in rows}


def test_every_kind_has_a_name_and_existing_acts_and_reasons() -> None:
    assert set(SHORT_NAMES) == set(FITTING_ACTS) == set(FITTING_REASONS)
    assert set(SHORT_NAMES) == set(ReportKind)
    assert set().union(*FITTING_ACTS.values()) <= set(all_actions())
    assert set().union(*FITTING_REASONS.values()) <= set(READY)


def test_reports_of_different_kinds_open_different_cases(
    cases: dict[str, Case], two_player_game: Game, carol: User, now: datetime
) -> None:
    bobs = seat(two_player_game, 1)
    again = make_report(
        reporter=carol, seat=bobs, kind="stalling", reason="Late", now=now
    )
    assert again.case == cases["stalling"]
    help_case = make_report(
        reporter=carol, game=two_player_game, kind="lost_link", reason="!", now=now
    ).case
    assert help_case != cases["lost_link"]
    with refuses("invalid"):
        make_report(reporter=carol, seat=bobs, kind="nonsense", reason="!", now=now)


def test_reporter_has_to_choose_a_kind(
    two_player_game: Game, rude: TalkMessage, alice: User
) -> None:
    browser = signed_in(alice)
    address = f"/games/{two_player_game.slug}/play/report/"
    shown = browser.get(f"{address}?message={rude.pk}").context
    assert shown["kind"] == ReportKind.ABUSE
    assert ReportKind.BUG not in shown["kinds"]
    assert ReportKind.BUG in browser.get(address).context["kinds"]
    assert browser.post(address, {"reason": "Odd"}).status_code == 400
    assert not Case.objects.exists()
    assert browser.post(address, {"reason": "Odd", "kind": "bug"}).status_code == 303
    assert Case.objects.get().kind == ReportKind.BUG


def test_player_asks_for_help_without_a_game(alice: User) -> None:
    browser, address = signed_in(alice), reverse("games:ask_staff")
    assert address in browser.get("/account/").text
    sent = {"kind": "address", "reason": "My mailbox is gone."}
    answer = browser.post(address, sent)
    assert answer.status_code == 303
    assert browser.get(answer["Location"]).status_code == 200
    case = Case.objects.get()
    assert (case.kind, case.person, case.game) == (ReportKind.ADDRESS, None, None)
    assert case.reports.get().reporter == alice
    assert browser.post(address, sent).status_code == 409


def test_requests_for_help_are_a_queue_of_their_own(
    cases: dict[str, Case], moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)
    assert listed(browser) == {"abuse", "stalling"}
    assert listed(browser, show="help") == {"lost_link"}
    page = browser.get(f"/admin/games/desk/case/{cases['lost_link'].pk}/")
    offered = {
        action.key for _heading, acts in page.context["groups"] for action, *_ in acts
    }
    assert "links" in offered
    assert not offered & {"warn", "ban", "freeze", "end"}


def test_queue_is_filtered_and_searched(
    cases: dict[str, Case], bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    browser = at_desk(moderator)
    assert listed(browser, kind="abuse") == {"abuse"}
    assert listed(browser, q="always LATE") == {"stalling"}
    assert listed(browser, q=str(bob.name)) == {"abuse", "stalling"}
    assert listed(browser, q="nothing of the kind") == set()
    take_case(case=cases["abuse"], by=moderator, now=now)
    assert listed(browser, assignee=moderator.pk) == {"abuse"}
    assert listed(browser, assignee="nobody") == {"stalling"}
    assert listed(browser, person=bob.pk) == {"abuse", "stalling"}
    Case.objects.filter(kind="stalling").update(opened_at=now - timedelta(days=4))
    assert listed(browser, age=3) == {"stalling"}
    close_case(case=cases["stalling"], by=moderator, outcome="Spoken to", now=now)
    assert listed(browser, show="closed", q="spoken") == {"stalling"}
    assert listed(browser, show="closed", kind="abuse") == set()
    assert browser.get(QUEUE, {"age": "x", "person": "y"}).status_code == 200


def test_next_case_follows_the_filter_of_the_queue(
    cases: dict[str, Case], moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)

    def following(case: Case) -> str:
        page = browser.get(f"/admin/games/desk/case/{case.pk}/")
        return str(page.context["next_url"])

    browser.get(QUEUE)
    assert following(cases["abuse"]).endswith(f"/{cases['stalling'].pk}/")
    browser.get(QUEUE, {"show": "help"})
    assert following(cases["abuse"]).endswith(f"/{cases['lost_link'].pk}/")


@pytest.mark.parametrize("last_seen", [{"kind": "abuse"}, {"show": "closed"}])
def test_next_case_leads_on_when_the_filtered_list_is_done(
    cases: dict[str, Case], moderator: User, at_desk: AtDesk, last_seen: dict[str, str]
) -> None:
    """A forgotten filter does not hide that others wait."""
    browser = at_desk(moderator)
    browser.get(QUEUE, last_seen)

    def following(case: Case) -> tuple[str, bool]:
        page = browser.get(url_of(case))
        return page.context["next_url"], page.context["is_beyond_list"]

    assert following(cases["abuse"]) == (url_of(cases["stalling"]), True)
    close_case(case=cases["stalling"], by=moderator, outcome="!", now=NOW)
    assert following(cases["abuse"]) == (url_of(cases["lost_link"]), True)
    close_case(case=cases["lost_link"], by=moderator, outcome="!", now=NOW)
    assert following(cases["abuse"]) == ("", True)


def close_several(browser: Client, cases: Sequence[Case], **sent: object) -> int:
    numbers = [case.pk for case in cases]
    answer = browser.post(f"{QUEUE}close/", {"case": numbers, **sent})
    return answer.status_code


def test_several_cases_are_closed_together(
    cases: dict[str, Case], alice: User, moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)
    chosen = [cases["abuse"], cases["stalling"]]
    shown = browser.post(f"{QUEUE}close/", {"case": [case.pk for case in chosen]})
    assert len(shown.context["rows"]) == 2
    assert not ModerationAction.objects.exists()
    sent = {"confirm": "yes", "seen": shown.context["seen"], "ready": "warned"}
    assert close_several(browser, chosen, **sent) == 303
    for case in chosen:
        case.refresh_from_db()
        assert (case.outcome, case.is_open) == (READY["warned"].text, False)
    acts = ModerationAction.objects.filter(kind="answer")
    assert OutgoingMail.objects.filter(act__in=acts, user=alice).count() == 2
    assert Case.objects.open().get() == cases["lost_link"]


def test_cases_that_changed_meanwhile_are_not_closed_together(
    cases: dict[str, Case],
    two_player_game: Game,
    carol: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    browser = at_desk(moderator)
    chosen = [cases["abuse"], cases["stalling"]]
    shown = browser.post(f"{QUEUE}close/", {"case": [case.pk for case in chosen]})
    make_report(
        reporter=carol,
        seat=seat(two_player_game, 1),
        kind="stalling",
        reason="Me too",
        now=now + timedelta(hours=1),
    )
    sent = {"confirm": "yes", "seen": shown.context["seen"], "ready": "warned"}
    assert close_several(browser, chosen, **sent) == 409
    assert Case.objects.open().count() == 3


def test_staff_can_change_the_kind(
    cases: dict[str, Case], alice: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    case = cases["abuse"]
    handle = f"/admin/games/desk/case/{case.pk}/handle/"
    browser = at_desk(moderator)
    assert browser.post(handle, {"do": "kind", "kind": "accounts"}).status_code == 303
    case.refresh_from_db()
    assert case.kind == ReportKind.ACCOUNTS
    assert browser.post(handle, {"do": "kind", "kind": "x"}).status_code == 400
    with refuses("forbidden"):
        change_kind(case=case, by=alice, kind="bug", now=now)


def test_cases_about_one_person_are_seen_together(
    cases: dict[str, Case], bob: User, moderator: User, at_desk: AtDesk
) -> None:
    page = at_desk(moderator).get(f"/admin/games/desk/case/{cases['abuse'].pk}/")
    others = [cases["lost_link"], cases["stalling"]]
    assert [row.case for row in page.context["earlier"]] == others
    assert f"?person={bob.pk}" in page.text


def test_case_shows_open_cases_at_its_table_and_what_the_reported_person_asks(
    two_player_game: Game,
    three_player_game: Game,
    alice: User,
    bob: User,
    carol: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    """Nobody is warned for being slow while they ask for help at the same table."""

    def report(reporter: User, kind: str, **about: Any) -> Case:
        return make_report(
            reporter=reporter, kind=kind, reason="!", now=now, **about
        ).case

    def beside(case: Case) -> set[Case]:
        shown = at_desk(moderator).get(f"/admin/games/desk/case/{case.pk}/")
        return {row.case for row in shown.context["earlier"]}

    slow = report(alice, "stalling", seat=seat(two_player_game, 1))
    stuck = report(bob, "bug", game=two_player_game)
    lost = report(bob, "lost_link")
    assert beside(slow) == {stuck, lost}
    assert beside(stuck) == {slow, lost}
    assert beside(lost) == {slow, stuck}
    first = report(carol, "collusion", seat=seat(three_player_game, 0))
    other = report(carol, "collusion", seat=seat(three_player_game, 1))
    assert other in beside(first)


def test_case_says_who_has_to_decide_now_and_until_when(
    cases: dict[str, Case], alice: User, moderator: User, at_desk: AtDesk
) -> None:
    page = at_desk(moderator).get(url_of(cases["stalling"]))
    ((name, own),) = page.context["awaited"]
    assert (name, own.user) == ("Alice", alice)
    assert 'id="clock-now"' in page.text
    assert own.deadline_at is not None
    assert own.deadline_at.isoformat(timespec="minutes") in page.text
    Game.objects.update(status=Status.FINISHED)
    page = at_desk(moderator).get(url_of(cases["stalling"]))
    assert page.context["awaited"] == []
    assert 'id="clock-now"' not in page.text


def test_public_and_private_words_never_look_alike(
    cases: dict[str, Case], moderator: User, at_desk: AtDesk
) -> None:
    """The private note has a frame of its own, and no act for others is called so."""
    html = at_desk(moderator).get(f"/admin/games/desk/case/{cases['abuse'].pk}/").text
    private = html[html.index("desk-private") :]
    assert 'value="note"' in private
    assert "desk-private" not in html.replace("desk-private", "", 1)
    titles = [action.title.casefold() for action in all_actions().values()]
    assert not [title for title in titles if "note" in title.split()]


def test_row_counts_reports_and_people_and_shows_an_answer(
    cases: dict[str, Case],
    two_player_game: Game,
    alice: User,
    carol: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    bobs, late = seat(two_player_game, 1), cases["stalling"]
    make_report(reporter=carol, seat=bobs, kind="stalling", reason="Slow", now=now)
    browser = at_desk(moderator)

    def row() -> CaseRow:
        rows = browser.get(QUEUE, {"kind": "stalling"}).context["rows"]
        (found,) = rows
        assert isinstance(found, CaseRow)
        return found

    assert (row().reports, row().reporters) == (2, ["Alice", "Carol"])
    assert (row().words, row().has_answer) == ("Slow", False)
    do_action("ask", by=moderator, case=late, to=alice.pk, reason="When?", now=now)
    answer_case(case=late, user=alice, text="At noon.", now=now + timedelta(hours=1))
    assert "At noon." in row().words
    assert row().has_answer


def test_each_ready_reason_is_offered_once(
    cases: dict[str, Case], moderator: User, at_desk: AtDesk
) -> None:
    for case in cases.values():
        shown = at_desk(moderator).get(f"/admin/games/desk/case/{case.pk}/")
        _none, *groups = shown.context["form"].fields["ready"].choices
        offered = [key for _name, group in groups for key, _title in group]
        assert sorted(offered) == sorted(READY)
        assert [key for key, _title in groups[0][1]] == [*fitting_reasons(case)]


def test_moderator_hands_a_wrong_address_to_somebody_who_may_change_it(
    two_player_game: Game,
    alice: User,
    moderator: User,
    administrator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    case = make_report(
        reporter=alice, game=two_player_game, kind="address", reason="Lost", now=now
    ).case
    path = f"/admin/games/desk/case/{case.pk}/"
    browser = at_desk(moderator)
    action, able = browser.get(path).context["reserved"]
    assert (action.key, able) == ("address", [administrator])
    browser.post(path + "handle/", {"do": "hand_over", "to": administrator.pk})
    case.refresh_from_db()
    assert case.assignee == administrator
    shown = at_desk(administrator).get(path).context
    assert shown["reserved"] is None
    assert "address" in {one.key for _name, acts in shown["groups"] for one, *_ in acts}


def test_answers_to_oneself_come_first(
    cases: dict[str, Case],
    alice: User,
    moderator: User,
    administrator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    """Both see the same queue; each has on top the case in which they took part."""
    asked = {moderator: cases["stalling"], administrator: cases["abuse"]}
    for by, case in asked.items():
        do_action("ask", by=by, case=case, to=alice.pk, reason="When?", now=now)
        release_case(case=case, by=by, now=now)
        answer_case(case=case, user=alice, text="Now", now=now + timedelta(hours=1))
    for by, case in asked.items():
        first, *_others = at_desk(by).get(QUEUE).context["rows"]
        assert (first.case, first.is_own) == (case, True)


def test_question_without_a_game_is_a_request_of_its_asker(
    alice: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    case = make_report(reporter=alice, kind="other", reason="My name?", now=now).case
    browser = at_desk(moderator)
    assert listed(browser) == set()
    (row,) = browser.get(QUEUE, {"show": "help"}).context["rows"]
    assert str(alice) in row.title
    page = browser.get(f"/admin/games/desk/case/{case.pk}/").context
    offered = {
        heading: [one.key for one, *_ in acts] for heading, acts in page["groups"]
    }
    assert offered == {"This case": ["answer", "ask"], "Alice": ["word"]}


def test_lost_link_without_a_game_offers_the_games_of_its_asker(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    case = make_report(reporter=bob, kind="lost_link", reason="No way in", now=now).case
    browser = at_desk(moderator)
    page = browser.get(f"/admin/games/desk/case/{case.pk}/").context
    (url,) = [
        url for _, acts in page["groups"] for one, url, _ in acts if one.key == "links"
    ]
    form = browser.get(url)
    assert form.context["form"]["seat"].value() == "1"
    assert form.context["close"] == "link_sent"
    before = two_player_game.seats.get(number=1).link_epoch
    do(browser, url, seat=1, ready="link_lost", close="link_sent")
    case.refresh_from_db()
    assert not case.is_open
    assert two_player_game.seats.get(number=1).link_epoch > before


def test_question_about_a_league_offers_a_word_to_its_host(
    alice: User, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    league = create_league(
        host=bob, name="Club Night", terms=LeagueTerms(pace="unhurried"), now=now
    )
    season = league.current_season()
    season.entrants.create(user=alice, entered_at=now)
    case = make_report(
        reporter=alice, kind="tournament", reason="Which division?", now=now
    ).case
    browser = at_desk(moderator)
    page = browser.get(f"/admin/games/desk/case/{case.pk}/").context
    urls = [
        url for _, acts in page["groups"] for one, url, _ in acts if one.key == "word"
    ]
    assert urls == [
        f"{on_person(user, 'word')}?case={case.pk}" for user in (alice, bob)
    ]


def test_case_about_a_league_leads_to_it_and_offers_its_acts(
    moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    host, *others = crowd(4)
    league = league_of(host, others, TERMS, now=now)
    season = start_season(league=league, by=host, now=now)
    game = season.games.order_by("pk")[0].game
    asked = {"kind": "tournament", "reason": "Who replaces her?", "now": now}
    for case in (
        make_report(reporter=host, **asked).case,
        make_report(reporter=others[0], game=game, **asked).case,
    ):
        page = at_desk(moderator).get(url_of(case))
        assert f'href="{url_of(league)}"' in page.text
        (exclude,) = [
            url
            for _, acts in page.context["groups"]
            for one, url, _ in acts
            if one.key == "lg_exclude"
        ]
        assert exclude == act_url(league, "lg_exclude", case)
    form = at_desk(moderator).get(exclude).context["form"]
    (chosen, _), *_ = list(form.fields["entrant"].choices)
    do(at_desk(moderator), exclude, entrant=chosen, ready="acted", close="helped")
    case.refresh_from_db()
    assert not case.is_open
    assert ModerationAction.objects.filter(kind="lg_exclude", case=case).exists()


def test_frozen_game_with_a_fault_closes_its_case_with_fitting_words(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    case = make_report(
        reporter=bob, game=two_player_game, kind="bug", reason="Odd", now=now
    ).case
    page = at_desk(moderator).get(f"/admin/games/desk/case/{case.pk}/").context
    assert page["close_words"] == READY["fault"].text
