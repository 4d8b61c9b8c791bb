"""Conflicts of interest: staff cannot look into or moderate their own games."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.lobby.new_games import create_game
from games.models import Game, Invitation, Seat, Status, StoredEvent, TalkMessage, User
from games.moderation.conflicts import conflict_of
from games.orders import write_orders
from games.seats.invitations import accept_seat
from games.table.submit import submit_command
from games.talk.reports import make_report
from stoneage_core import notation
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from tests.games.moderation.conftest import REASON, assert_whole, desk
from tests.games.moderation.doing import close_case, do_action, seat
from tests.games.talk.test_talk import say
from tests.support.refusals import refuses

AtDesk = Callable[[User], Client]
CASES = "/admin/games/desk/cases/"


def promoted(user: User, group: str = "Administrators") -> User:
    """Make a user a member of the staff."""
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return User.objects.get(pk=user.pk)


PEOPLE: dict[str, Callable[[User, User, datetime], object]] = {
    "ban": lambda by, user, now: do_action(
        "ban", by=by, user=user, reason=REASON, now=now
    ),
    "unban": lambda by, user, now: do_action(
        "unban", by=by, user=user, reason=REASON, now=now
    ),
    "mute": lambda by, user, now: do_action(
        "mute", by=by, user=user, until=now + timedelta(days=1), reason=REASON, now=now
    ),
    "unmute": lambda by, user, now: do_action(
        "unmute", by=by, user=user, reason=REASON, now=now
    ),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_staff_cannot_moderate_fellow_players(
    two_player_game: Game,
    alice: User,
    bob: User,
    administrator: User,
    now: datetime,
    name: str,
) -> None:
    alice = promoted(alice)
    if name in ("unban", "unmute"):
        PEOPLE[name.removeprefix("un")](administrator, bob, now)
    with refuses("forbidden", match=conflict_of(alice, bob)):
        PEOPLE[name](alice, bob, now)
    # A pending invitation is no conflict of interest.
    Seat.objects.filter(user=alice).update(invitation=Invitation.INVITED)
    PEOPLE[name](alice, bob, now)


def test_former_players_can_moderate_each_other(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    Game.objects.update(status=Status.FINISHED)
    do_action("ban", by=promoted(alice), user=bob, reason=REASON, now=now)


def test_ban_before_the_start_gives_the_seat_to_autopilot(
    alice: User, bob: User, carol: User, administrator: User, now: datetime
) -> None:
    emails = [str(user.email) for user in (alice, bob, carol)]
    game = create_game(
        host=alice, players=emails, terms=Terms(len(emails), first_player=1), now=now
    )
    accept_seat(seat=game.seats.get(number=1), now=now)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    game = accept_seat(seat=game.seats.get(number=2), now=now)
    assert game.status == Status.ACTIVE
    assert game.seats.get(number=1).is_on_autopilot
    assert game.seats.get(number=1).awaited_at is None  # autopilot has taken the seat
    assert_whole(game)


def test_ban_declines_invitations(
    alice: User, bob: User, administrator: User, now: datetime
) -> None:
    emails = [str(user.email) for user in (alice, bob)]
    game = create_game(host=alice, players=emails, now=now)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    assert game.seats.get(number=1).invitation == Invitation.DECLINED


@pytest.fixture
def ordered_game(two_player_game: Game, now: datetime) -> Game:
    """Alice's orders made a decision, and Bob has some."""
    submit_command(
        seat=seat(two_player_game, 0),
        command=notation.from_text("forest 3"),
        expected_version=two_player_game.version,
        request_id=None,
        now=now,
        source=Source.ORDERS,
    )
    own = seat(two_player_game, 1)
    write_orders(seat=own, text="hut", now=now)
    return Game.objects.get(pk=two_player_game.pk)


def rows_of(game: Game) -> dict[str, int]:
    """A row about a game for each list of the admin."""
    events = StoredEvent.objects.filter(game=game)
    return {
        "games/storedevent": events.get(command="forest 3").pk,
        "games/seat": seat(game, 1).pk,
    }


@pytest.mark.parametrize("page", ["games/storedevent", "games/seat"])
def test_admin_hides_own_running_games(
    ordered_game: Game,
    alice: User,
    bob: User,
    administrator: User,
    at_desk: AtDesk,
    page: str,
) -> None:
    address = f"/admin/{page}/{rows_of(ordered_game)[page]}/change/"
    for user in (bob, administrator):
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    assert at_desk(promoted(administrator)).get(address).status_code == 200
    for state, status in ((Status.ACTIVE, 302), (Status.FINISHED, 200)):
        Game.objects.update(status=state)
        assert at_desk(promoted(bob)).get(address).status_code == status


def test_desk_hides_own_running_games(
    ordered_game: Game, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    orders = "orders"
    assert orders in at_desk(moderator).get(desk(ordered_game)).content.decode()
    page = at_desk(promoted(bob)).get(desk(ordered_game))
    assert page.status_code == 403
    html = page.content.decode()
    assertTemplateUsed(page, "games/moderation/own_game.html")
    assert orders not in html
    assert "alice@example.org" not in html


def test_decisions_of_running_games_are_only_for_auditors(
    ordered_game: Game, auditor: User, moderator: User, at_desk: AtDesk
) -> None:
    event = StoredEvent.objects.get(game=ordered_game, command="forest 3")
    address = f"/admin/games/storedevent/{event.pk}/change/"
    assert at_desk(auditor).get(address).status_code == 200
    assert at_desk(moderator).get(address).status_code == 302
    Game.objects.update(status=Status.FINISHED)
    assert at_desk(moderator).get(address).status_code == 200


@pytest.mark.parametrize("state", [Status.ACTIVE, Status.FINISHED])
def test_staff_cannot_handle_reports_from_their_own_table(
    two_player_game: Game,
    alice: User,
    outsider: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
    state: Status,
) -> None:
    report = make_report(
        reporter=outsider, game=two_player_game, reason="They cheat.", now=now
    )
    Game.objects.update(status=state)
    client, path = at_desk(promoted(alice)), f"{CASES[:-2]}/{report.case.pk}/"
    assert client.get(path).status_code == 404
    assert client.get(f"{path}answer/").status_code == 404
    assert at_desk(moderator).get(path).status_code == 200
    for page in (CASES, "/admin/games/desk/"):
        assert "They cheat." not in client.get(page).content.decode()
        assert "They cheat." in at_desk(moderator).get(page).content.decode()
    with refuses("forbidden", match=conflict_of(alice, two_player_game)):
        close_case(case=report.case, by=alice, outcome="No.", now=now)


def test_staff_cannot_read_reports_about_themselves(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    rude = say(two_player_game, 1, "You cheat!")
    TalkMessage.objects.update(user=moderator)
    rude.refresh_from_db()
    make_report(reporter=bob, message=rude, reason="Mona!", now=now)
    for page in (CASES, "/admin/games/desk/"):
        assert "Mona!" not in at_desk(moderator).get(page).content.decode()
