"""Acts on accounts: changing the address, and deleting."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.lobby.new_games import create_game, create_practice_game
from games.models import Game, Invitation, ModerationAction, Seat, Status, User
from games.moderation.conflicts import conflict_of
from games.privacy.forgetting import forget_user
from tests.games.moderation.conftest import REASON, assert_whole, do, on_person, sweep
from tests.games.moderation.doing import do_action
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

AtDesk = Callable[[User], Client]
NEW = "bob@new.example"
TERM = timedelta(days=3)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def move(by: User, user: User, email: str = NEW) -> ModerationAction:
    return do_action("address", by=by, user=user, email=email, reason=REASON, now=NOW)


def forget_later(by: User, user: User) -> None:
    do_action("forget", by=by, user=user, reason=REASON, now=NOW)


def test_address_is_changed_in_two_steps(
    two_player_game: Game, bob: User, administrator: User, at_desk: AtDesk
) -> None:
    before = bob.access_epoch
    answer = do(at_desk(administrator), on_person(bob, "address"), email=NEW)
    assert answer.status_code == 303
    bob.refresh_from_db()
    assert (bob.email, bob.access_epoch) == (NEW, before + 1)
    assert [row.email for row in bob.emailaddress_set.all()] == [NEW]
    assert not User.objects.filter(email="bob@example.org").exists()
    act = ModerationAction.objects.get()
    assert (act.kind, act.user, act.by) == ("address", bob, administrator)
    assert Seat.objects.get(game=two_player_game, number=1).user == bob
    assert_whole(two_player_game)


def test_preview_says_what_would_happen(
    two_player_game: Game, bob: User, administrator: User, at_desk: AtDesk
) -> None:
    path = on_person(bob, "address")
    shown = at_desk(administrator).post(path, {"reason": REASON, "email": NEW})
    told = " ".join(shown.context["preview"].sentences)
    assert NEW in told
    assert "bob@example.org" in told
    assert not ModerationAction.objects.exists()
    assert not User.objects.filter(email=NEW).exists()


@pytest.mark.parametrize(
    ("email", "why"),
    [
        ("alice@example.org", "belongs to another player"),
        ("Bob@example.org", "already"),
        ("nonsense", "address"),
    ],
)
def test_address_with_games_is_refused(
    two_player_game: Game, bob: User, administrator: User, email: str, why: str
) -> None:
    with refuses("invalid", match=why):
        move(administrator, bob, email)
    assert fresh(bob).email == "bob@example.org"
    assert not ModerationAction.objects.exists()


def test_guest_cannot_be_given_an_address(db: None, administrator: User) -> None:
    """Only following an emailed link proves who owns these games."""
    seat = create_practice_game(now=NOW)
    assert seat.user is not None
    with refuses("too_late"):
        move(administrator, seat.user)


def test_address_changed_in_the_meantime_is_refused(
    bob: User, administrator: User
) -> None:
    """The desk reads both users before it locks them."""
    read, moved = fresh(bob), fresh(bob)
    move(administrator, moved, "robert@example.org")
    with refuses("too_late"):
        move(administrator, read)
    read = fresh(bob)
    forget_user(user=fresh(bob), now=NOW)
    with refuses("too_late"):
        move(administrator, read)
    assert fresh(bob).email is None


def test_fellow_player_cannot_change_an_account(
    two_player_game: Game, alice: User, bob: User
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    for act in move, forget_later:
        with refuses("forbidden", match=conflict_of(fresh(alice), bob)):
            act(fresh(alice), bob)


def test_deletion_by_the_staff_leaves_games_like_ones_own(
    two_player_game: Game,
    alice: User,
    administrator: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An awaited player leaves, autopilot decides, and the game continues."""
    assert two_player_game.seats.get(number=0).awaited_at is not None
    forget_later(administrator, alice)
    sweep(monkeypatch, NOW + TERM - timedelta(seconds=1))
    assert fresh(alice).forgotten_at is None
    sweep(monkeypatch, NOW + TERM)
    alice.refresh_from_db()
    assert (alice.email, alice.forget_at) == (None, None)
    assert alice.forgotten_at == NOW + TERM
    seat = two_player_game.seats.get(number=0)
    assert seat.is_on_autopilot
    assert two_player_game.seats.get(number=1).awaited_at is not None
    assert_whole(two_player_game)


def test_deletion_can_be_revoked_in_time(
    bob: User, administrator: User, at_desk: AtDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = at_desk(administrator)
    assert do(client, on_person(bob, "forget")).status_code == 303
    assert do(client, on_person(bob, "keep")).status_code == 303
    sweep(monkeypatch, NOW + timedelta(days=365 * 20))
    assert fresh(bob).email == "bob@example.org"
    kinds = ModerationAction.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["forget", "keep"]


def test_decisions_cannot_be_repeated(bob: User, administrator: User) -> None:
    forget_later(administrator, bob)
    with refuses("too_late"):
        forget_later(administrator, bob)
    do_action("keep", by=administrator, user=bob, reason=REASON, now=NOW)
    with refuses("too_late"):
        do_action("keep", by=administrator, user=bob, reason=REASON, now=NOW)


def test_staff_cannot_be_deleted(moderator: User, administrator: User) -> None:
    with refuses("forbidden"):
        forget_later(administrator, moderator)


def test_failing_deletion_is_retried(
    bob: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_later(administrator, bob)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    sweep(monkeypatch, NOW + TERM)
    User.objects.filter(pk=bob.pk).update(is_staff=False)
    sweep(monkeypatch, NOW + TERM)
    assert fresh(bob).email is not None, "it rests"
    sweep(monkeypatch, NOW + TERM + timedelta(minutes=1))
    assert fresh(bob).email is None


def test_invitation_of_a_deleted_user_is_declined(
    alice: User, bob: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [alice, bob]
    game = create_game(host=alice, players=players, now=NOW)
    forget_later(administrator, bob)
    sweep(monkeypatch, NOW + TERM)
    assert game.seats.get(number=1).invitation == Invitation.DECLINED
    assert Game.objects.get(pk=game.pk).status == Status.INVITING
