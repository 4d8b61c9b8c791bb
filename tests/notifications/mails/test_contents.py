"""The content of each mail as text and HTML: one link, the reader's time zone."""

import re
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from html import unescape

from django.conf import LazySettings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template

from games.accounts.guest_upgrade import request_keeping
from games.accounts.users import update_user, user_for_email
from games.links.purposes import (
    INVITATION_LINK,
    KEEP_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
    rematch_url,
    request_seat_link,
    revoke_links,
)
from games.lobby.new_games import OPEN, cancel_game, create_game, create_practice_game
from games.log import positions
from games.models import Game, User
from games.seats.invitations import accept_seat, decline_seat
from notifications.models import Kind, OutgoingMail
from notifications.sending.render import LINE_WIDTH, LONGEST_LINE, message_for
from stoneage_core import commitment
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from tests.support.games import Loaded
from tests.support.mails import (
    UNDO,
    Send,
    ask_to_sign_in,
    html_of,
    links_in,
    mails,
    seat_of,
)
from tests.support.play import play_on, submit
from tests.support.standing_time import NOW

SITE = "http://127.0.0.1:8000"


def written(mail: OutgoingMail, now: datetime) -> EmailMultiAlternatives:
    """Render a mail, whether or not it would still be sent."""
    row = OutgoingMail.objects.select_related("user", "seat", "game__host")
    return message_for(row.get(pk=mail.pk), now=now)


def only(kind: Kind, now: datetime, user: User | None = None) -> EmailMultiAlternatives:
    (mail,) = mails(kind, user)
    return written(mail, now)


def both(message: EmailMultiAlternatives) -> tuple[str, str]:
    """Return text and HTML with single spaces."""
    html = re.sub(r"<[^>]+>", " ", html_of(message))
    texts = (str(message.body), unescape(html))
    first, second = (re.sub(r"\s+([.,;:)])", r"\1", " ".join(t.split())) for t in texts)
    return first, second


def assert_says(message: EmailMultiAlternatives, *sentences: str) -> None:
    for text in both(message):
        for sentence in sentences:
            assert sentence in text


def headed(message: EmailMultiAlternatives) -> str:
    """Return the heading in the HTML of a turn; all turns share one subject."""
    assert str(message.subject).startswith("Your turn: ")
    (heading,) = re.findall(r"<h1[^>]*>(.*?)</h1>", html_of(message))
    return heading


def leading(message: EmailMultiAlternatives) -> tuple[list[str], list[str]]:
    """Return the links of text and HTML without those of the footer."""
    html = re.findall(r'href="([^"]+)"', html_of(message))
    return own(links_in(str(message.body))), own(html)


def own(found: list[str]) -> list[str]:
    """Leave out links of the footer: to preferences, and to what the email proves."""
    return [link for link in found if not re.search("/((no-)?mail|check)/", link)]


def assert_leads_to(message: EmailMultiAlternatives, link: str) -> None:
    """Assert that the mail has one link, and links of the choices after it."""
    for found in leading(message):
        assert found[0] == link
        assert all(each.startswith(link) for each in found)


def assert_links_once(message: EmailMultiAlternatives, link: str) -> None:
    assert leading(message) == ([link], [link])


def test_invitation(invited_game: Game, bob: User, now: datetime) -> None:
    message = only(Kind.INVITATION, now)
    assert message.subject == "Alice invites you to a game of Stone Age"
    assert_links_once(message, INVITATION_LINK.url(seat_of(invited_game, bob), now=now))
    sealed = commitment(bytes(invited_game.seed.secret))
    assert_says(message, "3 days for each turn.", "Alice (host)", "Bob (you)")
    assert message.extra_headers["X-Game-Seal"] == sealed


def test_invitation_is_from_its_host_and_shows_the_board(
    invited_game: Game, alice: User, now: datetime, settings: LazySettings
) -> None:
    """With the host's name, whatever that contains, and our own address."""
    settings.DEFAULT_FROM_EMAIL = "Stone Age by Mail <play@example.org>"
    for name, sender in (
        ("Alice", "Alice via Stone Age by Mail"),
        ("Zoë <x@y.org>", "Zoë <x@y.org> via Stone Age by Mail"),
    ):
        User.objects.filter(pk=alice.pk).update(name=name)
        message = only(Kind.INVITATION, now)
        read = message_from_bytes(message.message().as_bytes(), policy=policy.default)
        (address,) = read["From"].addresses
        assert (address.display_name, address.addr_spec) == (sender, "play@example.org")
        assert [part for part in read.walk() if part["Content-ID"]]
        assert re.search(r'<img\b[^>]* alt="[^"]+', html_of(message))


def test_other_mails_are_from_us(
    started_game: Game, alice: User, now: datetime
) -> None:
    message = only(Kind.YOUR_TURN, now, alice)
    assert " via " not in message.from_email


def test_invitation_mentions_the_coach(alice: User, now: datetime) -> None:
    terms = Terms(2, coached=True)
    players = ["alice@example.org", "bob@example.org"]
    create_game(host=alice, players=players, terms=terms, now=now)
    told = "you may ask the coach how often each good move wins"
    assert_says(only(Kind.INVITATION, now), told)


def test_address_of_a_nameless_host_is_not_shown(alice: User, now: datetime) -> None:
    host = user_for_email(email="zoe@example.org", now=NOW)
    create_game(host=host, players=["zoe@example.org", "alice@example.org"], now=now)
    message = only(Kind.INVITATION, now)
    assert message.subject == "You’re invited to a game of Stone Age"
    assert "zoe@example.org" not in message.message().as_string()


def test_deleted_host_is_called_somebody(
    invited_game: Game, alice: User, now: datetime
) -> None:
    alice.delete()
    message = only(Kind.INVITATION, now)
    assert message.subject == "You’re invited to a game of Stone Age"


def test_invitation_lists_the_other_players(
    alice: User, bob: User, now: datetime
) -> None:
    seats = ["bob@example.org", DEFAULT_OPPONENT, OPEN]
    create_game(
        host=alice, players=seats, terms=Terms(len(seats), first_player=1), now=now
    )
    message = only(Kind.INVITATION, now)
    assert_says(message, "Bob (you)", "bot", "Seat 3 (open to anyone signed in)")


def test_declined_invitation(invited_game: Game, now: datetime) -> None:
    decline_seat(seat=invited_game.seats.get(number=1), now=now)
    message = only(Kind.INVITATION_DECLINED, now)
    assert message.subject.startswith("Bob can’t make it")
    assert_links_once(message, f"{SITE}/games/{invited_game.slug}/")
    assert_says(message, "so seat 2 is free")


def test_game_started(started_game: Game, carol: User, now: datetime) -> None:
    message = only(Kind.GAME_STARTED, now, carol)
    assert message.subject == (
        "The game has started, and Alice goes first · Stone Age with Alice, Bob and "
        "Dave"
    )
    assert_links_once(message, PLAY_LINK.url(seat_of(started_game, carol), now=now))
    assert_says(message, "Alice goes first", "3 days", "safe move")
    assert "THE TRIBES" not in message.body


def test_first_start_player_is_named_even_later(
    started_game: Game, carol: User, now: datetime
) -> None:
    submit(started_game, 0, "hut", now=now)
    message = only(Kind.GAME_STARTED, now, carol)
    assert_says(message, "Everyone’s in, and Alice goes first.")
    assert "and Alice goes first" in message.subject


def test_cancelled_game(invited_game: Game, alice: User, now: datetime) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    message = only(Kind.GAME_CANCELLED, now)
    assert_says(message, "Alice cancelled the game before it started")


def test_turn_mail_contains_everything_needed(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    update_user(user=bob, time_zone="America/New_York")
    submit(two_player_game, 0, "forest 3", now=now)
    message = only(Kind.YOUR_TURN, now, bob)
    assert message.subject == "Your turn: Stone Age with Alice"
    assert_leads_to(message, PLAY_LINK.url(seat_of(two_player_game, bob), now=now))
    assert_says(
        message,
        "You have 5 people to place.",
        "You have until Monday 23 November 2026, 07:00 (America/New York).",
        "Alice sent 3 people to the forest.",  # the recap
        "you, blue",
        "0 points",
        "12 food",
    )
    assert "Forest: Alice 3; 4 free." in html_of(message), "told with the picture"
    assert "Alice 3" in str(message.body)
    assert "32 cards left in the deck" in str(message.body)


def test_bots_reason_is_one_line(alice: User, bob: User, now: datetime) -> None:
    players = [alice, bob.email or "", DEFAULT_OPPONENT]
    game = create_game(
        host=alice, players=players, terms=Terms(len(players), first_player=1), now=now
    )
    accept_seat(seat=seat_of(game, bob), now=now)
    submit(game, 1, "forest 3", now=now)
    message = only(Kind.YOUR_TURN, now, alice)
    (line,) = (each for each in str(message.body).split("\n") if "Thatch chose" in each)
    assert line.startswith("- Thatch chose “")
    assert line.removeprefix("- ") in html_of(message)


def test_prices_of_cards_and_buildings_are_listed(
    two_player_game: Game, now: datetime
) -> None:
    """Once: details of a choice are listed with the choice."""
    text = str(only(Kind.YOUR_TURN, now).body)
    one_line = " ".join(text.split())
    assert len(re.findall(r"\d\. card [1-4]: .+? / .+? Costs \d", one_line)) == 4
    assert len(re.findall(r"^Card [1-4]: costs \d resources?$", text, re.M)) == 4
    assert len(re.findall(r"^Building [12]: 7 buildings left$", text, re.M)) == 2


def test_places_to_use_are_named(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 4", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    done = submit(two_player_game, 0, "field", now=now)
    assert done.state.phase == "actions"
    *_, mail = mails(Kind.YOUR_TURN, alice)
    message = written(mail, now)
    assert headed(message) == "Use your people"
    assert_says(message, "ready: Forest (4) and Field.")


def test_choosing_tools_is_a_turn(
    two_player_game: Game, alice: User, loaded: Loaded, now: datetime
) -> None:
    submit(two_player_game, 0, "tool maker", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    submit(two_player_game, 0, "forest 4", now=now)
    loaded.dice[:] = [1, 1, 1, 2]
    submit(two_player_game, 0, "use tool maker", now=now)  # the forest follows
    message = written(mails(Kind.YOUR_TURN, alice)[-1], now)
    assert headed(message) == "Choose your tools"
    assert_says(message, "1, 1, 1 and 2 for wood: 5 in total, worth 1 wood.")


def test_feeding_is_a_choice(hungry_game: Game, bob: User, now: datetime) -> None:
    message = only(Kind.CHOICE_WANTED, now, bob)
    assert headed(message) == "Feed your tribe"
    assert_says(message, "food short: pay", "or lose 10 points", "Play your turn")


def test_picking_a_die_is_a_choice(
    two_player_game: Game, alice: User, loaded: Loaded, now: datetime
) -> None:
    """The first card of the deck rolls dice for all."""
    submit(two_player_game, 0, "forest 3", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    submit(two_player_game, 0, "card 1", now=now)
    submit(two_player_game, 0, "field", now=now)
    submit(two_player_game, 0, "use forest", now=now)
    loaded.dice[:] = [3, 5]
    submit(two_player_game, 0, "buy 1 wood", now=now)
    message = only(Kind.CHOICE_WANTED, now, alice)
    assert headed(message) == "Pick a die"
    assert_says(message, "There’s a die to pick: 3 (1 stone) and 5 (a tool).")


def test_result(finished_game: Game, alice: User, now: datetime) -> None:
    message = only(Kind.GAME_OVER, now, alice)
    assert message.subject.endswith(" · Stone Age with Bob")
    again = rematch_url(seat_of(finished_game, alice), now=now)
    result = f"{SITE}/games/{finished_game.slug}/result/"
    assert leading(message) == ([result, again], [result, again])
    assert_says(message, "During the game", "Culture symbols", "Hut builders")
    assert_says(message, "you can check every roll")
    assert_says(message, "Alice (you)", "1.", "2.")


def test_loser_reads_their_rank(
    finished_game: Game, alice: User, bob: User, now: datetime
) -> None:
    subjects = {only(Kind.GAME_OVER, now, each).subject for each in (alice, bob)}
    assert len(subjects) == 2
    loser = next(one for one in (alice, bob) if one.pk not in _winners(finished_game))
    message = only(Kind.GAME_OVER, now, loser)
    assert " wins · Stone Age with " in message.subject
    assert_says(message, "You came second with", "Thanks for playing!")


def _winners(game: Game) -> set[int | None]:
    winners = positions.state_of(Game.objects.get(pk=game.pk)).winners
    return {seat.user_id for seat in game.seats.filter(number__in=winners)}


def test_sign_in_link(bob: User, now: datetime) -> None:
    ask_to_sign_in("bob@example.org", next="/games/abc/", now=now)
    message = only(Kind.SIGN_IN, now)
    link = SIGN_IN_LINK.url(bob, str(bob.email), now=now, next="/games/abc/")
    assert_links_once(message, link)
    assert_says(message, "You have 30 minutes, and it works once.")


def test_fresh_link_to_play(two_player_game: Game, bob: User, now: datetime) -> None:
    seat = revoke_links(seat=seat_of(two_player_game, bob), now=now)
    message = only(Kind.FRESH_LINK, now)
    assert message.subject == "Your new link · round 1 · Stone Age with Alice"
    assert_links_once(message, PLAY_LINK.url(seat, now=now))


def test_fresh_link_to_an_invitation(
    invited_game: Game, bob: User, now: datetime
) -> None:
    request_seat_link(seat=seat_of(invited_game, bob), now=now)
    seat = seat_of(invited_game, bob)
    assert_links_once(only(Kind.FRESH_LINK, now), INVITATION_LINK.url(seat, now=now))


def test_question_about_keeping_a_guests_games(bob: User, now: datetime) -> None:
    seat = create_practice_game(now=now, name="Buy at shop")
    assert seat.user is not None
    request_keeping(guest=seat.user, email="bob@example.org", now=now)
    message = only(Kind.KEEP, now, bob)
    assert message.subject == "Keep your game of Stone Age?"
    assert_links_once(message, KEEP_LINK.url(seat, bob, now=now))
    assert_says(message, "A guest entered this address")
    assert "Buy at shop" not in message.message().as_string(), "a stranger's words"


# All mails


def test_mail_uses_the_readers_language(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    update_user(user=alice, language="es", time_zone="Europe/Madrid")
    message = only(Kind.YOUR_TURN, now)
    assert '<html lang="es">' in html_of(message)
    assert_says(message, "lunes", "noviembre", "13:00 (Europe/Madrid)")


def test_unknown_time_zone_is_utc(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Atlantis/Capital")
    assert_says(only(Kind.YOUR_TURN, now), "12:00 (UTC)")


def test_name_cannot_inject_a_header(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    evil = "Eve\r\nBcc: all@example.org\u202e"
    User.objects.filter(pk=alice.pk).update(name=evil)
    submit(two_player_game, 0, "forest 3", now=now)
    *_, mail = mails(Kind.YOUR_TURN)
    message = written(mail, now)
    assert message.subject.endswith("with Eve Bcc: all@example.org")
    assert message.message()["Bcc"] is None


def test_name_cannot_inject_markup(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(name="<b>Al & ice</b>")
    submit(two_player_game, 0, "forest 3", now=now)
    *_, mail = mails(Kind.YOUR_TURN)
    message = written(mail, now)
    assert "<b>" not in html_of(message)
    assert "<b>Al & ice</b> sent 3 people" in " ".join(str(message.body).split())


def test_text_lines_fit_a_narrow_window(two_player_game: Game, now: datetime) -> None:
    game = play_on(two_player_game, now=now, decisions=60)
    *_, mail = mails(Kind.YOUR_TURN)
    lines = str(written(mail, now).body).splitlines()
    long = [line for line in lines if len(line) > LINE_WIDTH and "http" not in line]
    assert long == []
    assert "-- " in lines, "what follows is the signature"
    assert game.version > 60


def test_html_lines_are_short_enough(two_player_game: Game, now: datetime) -> None:
    """Otherwise the whole part would be encoded, and larger."""
    lines = html_of(only(Kind.YOUR_TURN, now)).splitlines()
    assert max(len(line.encode()) for line in lines) <= LONGEST_LINE


def test_addresses_of_others_are_not_shown(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    User.objects.all().update(name="")
    submit(two_player_game, 0, "forest 3", now=now)
    message = only(Kind.YOUR_TURN, now, bob)
    assert "alice@example.org" not in message.message().as_string()
    assert_says(message, "Red sent 3 people to the forest.")


def test_styles_are_inlined_except_for_dark_mode(
    two_player_game: Game, now: datetime
) -> None:
    html = html_of(only(Kind.YOUR_TURN, now))
    assert "prefers-color-scheme: dark" in html
    assert 'class="button" bgcolor="#8a4b12" style="' in html
    assert re.findall(r'<img src="(\w+):', html) == ["cid"], "nothing is loaded"
    assert "<script" not in html


def test_coloured_elements_have_a_dark_variant() -> None:
    """A forgotten element would be dark on dark."""
    styles = get_template("emails/style.css").render()
    light, dark = styles.split("@media (prefers-color-scheme: dark)")
    for given in ("color", "background-color"):
        left = coloured(light, given) - coloured(dark, given)
        assert left == set(), given


def coloured(css: str, given: str) -> set[str]:
    """Return the selectors that set a colour."""
    found = re.findall(rf"([^{{}};]+){{[^{{}}]*(?<![-\w]){given}:[^{{}}]*}}", css)
    return {one.strip() for selectors in found for one in selectors.split(",")}


def test_mails_about_a_game_form_a_thread(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    send(now + UNDO)
    submit(two_player_game, 1, "clay pit 3", now=now)
    submit(two_player_game, 0, "quarry 2", now=now)
    messages = send(now + 2 * UNDO)
    first, second = (m.message() for m in messages if m.to == ["bob@example.org"])
    root = first["In-Reply-To"]
    assert first["References"] == root
    assert root == f"<game.{two_player_game.slug}.{bob.pk}@127.0.0.1>"
    assert second["In-Reply-To"] == first["Message-ID"]
    assert second["References"] == f"{root} {first['Message-ID']}"
    assert first["Subject"] == second["Subject"]
    assert first["List-ID"] == second["List-ID"]
    assert two_player_game.slug in str(first["List-ID"])


def test_mail_refers_to_its_game_and_the_previous_mail(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    send(now)
    for hour, (own, other) in enumerate((("forest 1", "clay pit 1"), ("hut", "field"))):
        moment = now + timedelta(hours=1 + hour)
        submit(two_player_game, 0, own, now=moment)
        submit(two_player_game, 1, other, now=moment)
        messages = send(moment + UNDO)
    first, second, third = (
        m.message() for m in messages if m.to == ["alice@example.org"]
    )
    assert second["In-Reply-To"] == first["Message-ID"]
    assert third["In-Reply-To"] == second["Message-ID"]
    assert third["References"] == f"{first['References']} {second['Message-ID']}"


def test_autoresponders_are_suppressed(two_player_game: Game, now: datetime) -> None:
    message = only(Kind.YOUR_TURN, now).message()
    assert message["Auto-Submitted"] == "auto-generated"
    suppressed = message["X-Auto-Response-Suppress"].split(", ")
    assert {"OOF", "AutoReply"} <= set(suppressed)
    assert not {"All", "NDR"} & set(suppressed), "we want reports of failed delivery"
    (mail,) = mails(Kind.YOUR_TURN)
    assert message["Message-ID"] == mail.message_id
