"""The desk in the admin: acts take two steps, and nothing happens before the second."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.contrib.messages import SUCCESS, get_messages
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.models import Game, ModerationAction, Seat, User
from games.moderation.conflicts import conflict_of
from games.moderation.registry import all_actions
from games.moderation.wizard import LIFETIME, MOVED_ON
from games.now import database_now
from games.ratings.rating import rate_games
from games.table.submit import submit_command
from notifications.models import MailStatus, OutgoingMail
from stoneage_core import notation
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.match.state import Source
from tests.games.moderation.conftest import (
    REASON,
    acts_offered,
    assert_whole,
    confirmation,
    desk,
    do,
    on_person,
)
from tests.games.moderation.doing import before_last_move, do_action, seat
from tests.games.ratings.test_rating import note, rated_game
from tests.games.talk.test_talk import say
from tests.support.pages import html_of, text_of
from tests.support.play import everything, submit
from tests.support.proposals import propose_end
from tests.support.refusals import refuses
from tests.support.standing_time import StandingTime
from tests.support.words import alert_on, event_sentence

AtDesk = Callable[[User], Client]

FIELDS: dict[str, dict[str, object]] = {
    "note": {},
    "pause": {},
    "clock": {"clock": "live"},
    "grant": {"seat": 0, "seconds": 86_400},
    "links": {"seat": 1},
    "invite": {"seat": 1, "email": "zoe@example.org"},
    "entrust": {"seat": 0},
    "play": {"choice": "0 forest 3"},
    "freeze": {},
    "end": {"how": "decided"},
}


def sections(client: Client) -> dict[str, Any]:
    """Return the rows of the dashboard's sections by their keys."""
    shown = client.get("/admin/games/desk/").context["sections"]
    return {section.key: section.rows for section in shown}


def acts_known_to_players(client: Client, game: Game) -> set[str]:
    """Return the kinds of the acts that the game's page shows to everybody."""
    return {entry.kind for entry in client.get(about(game)).context["moderation_log"]}


def about(game: Game) -> str:
    """Return the URL of what everybody may know about a game."""
    return f"/games/{game.slug}/?sheet=about"


def fields_of(key: str) -> dict[str, object]:
    if key != "pause":
        return FIELDS[key]
    until = database_now() + timedelta(days=2)
    return {"until": until.strftime("%Y-%m-%dT%H:%M")}


def rows(game: Game) -> tuple[Any, ...]:
    counted = (ModerationAction, OutgoingMail, User)
    return everything(game), [model.objects.count() for model in counted]


@pytest.mark.parametrize("key", FIELDS)
def test_acts_take_two_steps(
    two_player_game: Game, administrator: User, at_desk: AtDesk, key: str
) -> None:
    client, path = at_desk(administrator), desk(two_player_game, key)
    before = rows(two_player_game)
    assert client.get(path).status_code == 200
    shown = client.post(path, {"reason": REASON, **fields_of(key)})
    assert shown.status_code == 200
    assert REASON in shown.content.decode()
    assert rows(two_player_game) == before  # nothing happened yet
    answer = client.post(path, {"confirm": confirmation(shown)})
    assert answer.status_code == 303
    act = ModerationAction.objects.get()
    assert (act.by, act.reason, act.game) == (administrator, REASON, two_player_game)
    (message,) = get_messages(client.get(answer["Location"]).wsgi_request)
    assert message.level == SUCCESS
    assert_whole(two_player_game)


@pytest.mark.parametrize("key", FIELDS)
def test_form_is_shown_again_without_a_reason(
    two_player_game: Game, administrator: User, at_desk: AtDesk, key: str
) -> None:
    before = rows(two_player_game)
    path = desk(two_player_game, key)
    page = at_desk(administrator).post(path, {**fields_of(key), "reason": "  "})
    assert page.status_code == 400
    assert rows(two_player_game) == before


def test_roll_back_preview_shows_position_and_struck_events(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=database_now()).game
    client, path = at_desk(moderator), desk(game, "roll_back")
    fields = {"reason": REASON, "sequence": before_last_move(game)}
    preview = client.post(path, fields).context["preview"]
    placed = event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice", "Bob")
    assert placed in [line.text for line in preview.struck]
    assert preview.board is not None
    assert do(client, path, **fields).status_code == 303
    undo = {"sequence": game.version}
    assert do(client, path, **undo).status_code == 303
    assert_whole(game)


def test_preview_shows_no_dice(
    two_player_game: Game, administrator: User, at_desk: AtDesk
) -> None:
    """Otherwise a moderator could choose the decision by its dice."""
    game = two_player_game
    for player, text in ((0, "forest 3"), (1, "clay pit 5"), (0, "hut")):
        game = submit(game, player, text, now=database_now()).game
    fields = {"reason": REASON, "choice": "0 use forest"}
    page = at_desk(administrator).post(desk(game, "play"), fields).content.decode()
    assert "rolled" not in page


def test_preview_is_shown_again_if_the_game_has_advanced(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    client, path = at_desk(moderator), desk(two_player_game, "end")
    shown = client.post(path, {"reason": REASON, "how": "decided"})
    submit(two_player_game, 0, "forest 3", now=database_now())
    before = rows(two_player_game)
    again = client.post(path, {"confirm": confirmation(shown)})
    assert again.status_code == 409
    assert alert_on(again) == MOVED_ON
    assert rows(two_player_game) == before
    answer = client.post(path, {"confirm": confirmation(again)})
    assert answer.status_code == 303
    twice = client.post(path, {"confirm": confirmation(again)})
    assert twice.status_code == 409  # the game is over
    assert ModerationAction.objects.count() == 1


def test_confirmation_is_for_one_act_on_one_subject_by_one_person(
    two_player_game: Game,
    moderator: User,
    administrator: User,
    at_desk: AtDesk,
) -> None:
    path = desk(two_player_game, "freeze")
    token = confirmation(at_desk(moderator).post(path, {"reason": REASON}))
    other = desk(two_player_game, "note")
    before = rows(two_player_game)
    for client, address, sent in (
        (at_desk(administrator), path, token),
        (at_desk(moderator), other, token),
        (at_desk(moderator), path, token + "x"),
        (at_desk(moderator), path, ""),
    ):
        assert client.post(address, {"confirm": sent}).status_code == 400
    assert rows(two_player_game) == before


@pytest.mark.parametrize("late", [timedelta(), timedelta(seconds=1)])
def test_confirmation_expires_by_the_databases_clock(
    two_player_game: Game,
    moderator: User,
    at_desk: AtDesk,
    time_stands: StandingTime,
    late: timedelta,
) -> None:
    client, path = at_desk(moderator), desk(two_player_game, "freeze")
    token = confirmation(client.post(path, {"reason": REASON}))
    time_stands.now += LIFETIME + late
    answer = client.post(path, {"confirm": token})
    assert answer.status_code == (400 if late else 303)
    assert ModerationAction.objects.count() == (0 if late else 1)


@pytest.mark.parametrize("key", ["pause", "play", "end", "note"])
def test_auditor_can_view_but_not_act(
    two_player_game: Game, auditor: User, at_desk: AtDesk, key: str
) -> None:
    client = at_desk(auditor)
    assert acts_offered(client, two_player_game) == set()
    assert client.get(desk(two_player_game, key)).status_code == 403
    post = client.post(desk(two_player_game, key), {"reason": REASON})
    assert post.status_code == 403


def test_moderator_cannot_play_for_others(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    client = at_desk(moderator)
    acts = acts_offered(client, two_player_game)
    assert "freeze" in acts
    assert "play" not in acts
    assert client.get(desk(two_player_game, "play")).status_code == 403


def test_players_and_visitors_have_no_access(
    two_player_game: Game, alice: User, outsider: User, at_desk: AtDesk
) -> None:
    for client in (Client(), at_desk(alice), at_desk(outsider)):
        for path in (
            "/admin/games/desk/",
            desk(two_player_game),
            desk(two_player_game, "pause"),
            on_person(alice, "ban"),
        ):
            assert client.get(path).status_code == 302
            assert client.post(path, {"reason": REASON}).status_code == 302


def test_moderator_who_plays_is_told_why_they_cannot_act(
    two_player_game: Game, alice: User, at_desk: AtDesk
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.groups.add(Group.objects.get(name="Moderators"))
    client = at_desk(User.objects.get(pk=alice.pk))
    page = client.get(desk(two_player_game))
    why = conflict_of(User.objects.get(pk=alice.pk), two_player_game)
    assertTemplateUsed(page, "games/moderation/own_game.html")
    assert why
    assert why in page.content.decode()
    refused = client.post(desk(two_player_game, "freeze"), {"reason": REASON})
    assert refused.status_code == 403
    assert alert_on(refused) == why


def test_refusal_by_the_rules_is_a_sentence(
    two_player_game: Game, administrator: User, at_desk: AtDesk
) -> None:
    client, path = at_desk(administrator), desk(two_player_game, "play")
    fields = {"reason": REASON, "choice": "0 forest 3", "other": "forest 9"}
    page = client.post(path, fields)
    assert page.status_code == 422
    fields["other"] = "dance"
    assert client.post(path, fields).status_code == 400
    assert two_player_game.version == Game.objects.get().version


def test_people_are_banned_and_muted_from_their_page(
    two_player_game: Game, bob: User, administrator: User, at_desk: AtDesk
) -> None:
    client = at_desk(administrator)
    for key, fields in (
        ("word", {}),
        ("warn", {}),
        ("mute", {"days": 3}),
        ("unmute", {}),
        ("no_games", {"days": 7}),
        ("new_games", {}),
        ("export", {}),
        ("ban", {"days": 0}),
    ):
        assert do(client, on_person(bob, key), **fields).status_code == 303
    bob.refresh_from_db()
    assert (bob.is_active, bob.muted_until) == (False, None)
    assert Seat.objects.get(user=bob).is_on_autopilot
    late = client.post(on_person(bob, "ban"), {"reason": REASON, "days": 0})
    assert late.status_code == 409
    assert do(client, on_person(bob, "unban")).status_code == 303
    assert_whole(two_player_game)


def test_moderator_cannot_ban(bob: User, moderator: User, at_desk: AtDesk) -> None:
    client = at_desk(moderator)
    assert client.post(on_person(bob, "ban"), {"reason": REASON}).status_code == 403


def test_failed_emails_can_be_sent_again(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    client, path = at_desk(moderator), desk(two_player_game, "resend")
    assert "resend" not in acts_offered(client, two_player_game)
    mails = OutgoingMail.objects.filter(game=two_player_game)
    mails.update(status=MailStatus.FAILED, attempts=20, reason="no such mailbox")
    queue = client.get("/admin/games/desk/").content.decode()
    assert "no such mailbox" in queue
    assert client.post(path, {"reason": REASON}).status_code == 200
    assert not mails.exclude(status=MailStatus.FAILED).exists()
    assert do(client, path).status_code == 303
    assert not mails.filter(status=MailStatus.FAILED).exists()
    act = ModerationAction.objects.get()
    assert (act.kind, act.game, act.reason) == ("resend", two_player_game, REASON)
    told = OutgoingMail.objects.filter(act=act)
    assert {mail.user.name for mail in told if mail.user} == {"Alice", "Bob"}
    assert "resend" in acts_known_to_players(client, two_player_game)


def test_staff_cannot_resend_emails_of_their_own_game(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    alice.groups.add(Group.objects.get(name="Moderators"))
    with refuses("forbidden"):
        do_action(
            "resend",
            by=User.objects.get(pk=alice.pk),
            game=two_player_game,
            reason=REASON,
            now=now,
        )


def test_message_is_hidden_and_shown_again(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    client, game = at_desk(moderator), two_player_game
    assert "hide" not in acts_offered(client, game)
    message = say(game, 1, "You cheat!")
    assert do(client, desk(game, "hide"), message=message.pk).status_code == 303
    message.refresh_from_db()
    assert message.hidden_by == moderator
    assert do(client, desk(game, "unhide"), message=message.pk).status_code == 303
    message.refresh_from_db()
    assert message.hidden_at is None
    acts = ModerationAction.objects.order_by("pk").values_list(
        "kind", "user__name", "reason"
    )
    assert list(acts) == [("hide", "Bob", REASON), ("unhide", "Bob", REASON)]
    assert {"hide", "unhide"} <= acts_known_to_players(client, game)
    assert client.get(desk(game, "unhide")).status_code == 409


def test_dashboard_lists_what_needs_attention(
    two_player_game: Game, alice: User, moderator: User, at_desk: AtDesk
) -> None:
    client, now = at_desk(moderator), database_now()
    assert sections(client)["stalled"] == ()
    propose_end(seat=seat(two_player_game, 0), now=now)
    Seat.objects.filter(awaited_at__isnull=False).update(
        deadline_at=now - timedelta(hours=1)
    )
    shown = sections(client)
    (overdue,) = shown["stalled"]
    assert "Alice" in overdue.text
    assert desk(two_player_game) in overdue.href
    # Open votes are the table's affair.
    assert "votes" not in shown
    assert shown["frozen"] == ()
    do_action("freeze", by=moderator, game=two_player_game, reason=REASON, now=now)
    assert len(sections(client)["frozen"]) == 1


@pytest.mark.parametrize("words", ["slug", "link", "bob@example.org", "Bob"])
def test_search_finds_games_and_people(
    two_player_game: Game, moderator: User, at_desk: AtDesk, words: str
) -> None:
    slug = two_player_game.slug
    asked = {"slug": slug, "link": f"https://stone.example/games/{slug}/history/"}
    page = at_desk(moderator).get("/admin/games/desk/", {"q": asked.get(words, words)})
    assert desk(two_player_game) in page.content.decode()


def test_desk_shows_orders(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    submit(two_player_game, 0, "forest 3", now=database_now())
    two_player_game.refresh_from_db()
    submit_command(
        seat=seat(two_player_game, 1),
        command=notation.from_text("hut"),
        expected_version=two_player_game.version,
        request_id=None,
        now=database_now(),
        source=Source.ORDERS,
    )
    page = at_desk(moderator).get(desk(two_player_game)).content.decode()
    assert "Bob, orders" in page


def test_players_see_acts_without_names(
    client: Client, two_player_game: Game, moderator: User
) -> None:
    do_action(
        "note",
        by=moderator,
        game=two_player_game,
        reason="Be kind.",
        now=database_now(),
    )
    page = html_of(client.get(about(two_player_game)))
    assert acts_known_to_players(client, two_player_game) == {"note"}
    assert "Be kind." in page
    assert "Mona" not in page


def test_log_shows_acts(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    now, client = database_now(), at_desk(moderator)
    for key in ("note", "freeze"):
        do_action(key, by=moderator, game=two_player_game, reason=REASON, now=now)
    listed = client.get("/admin/games/moderationaction/").content.decode()
    for key in ("note", "freeze"):
        assert listed.count(f"{all_actions()[key].title}</td>") == 1
    some = client.get("/admin/games/moderationaction/", {"kind": "note"})
    assert "Freeze</td>" not in some.content.decode()
    assert f"{all_actions()['note'].title}</td>" in some.content.decode()


def test_staff_see_ratings_and_which_games_count(
    alice: User, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    game = rated_game(alice, bob)
    note(game, 1, 2)
    rate_games()
    client = at_desk(moderator)
    person = client.get(f"/admin/games/desk/person/{alice.pk}/")
    told = text_of(person.content.decode())
    assert "Rating, 2 players" in told
    assert "1 game, still settling" in told
    assert '<span class="badge">rated</span>' in client.get(desk(game)).content.decode()
