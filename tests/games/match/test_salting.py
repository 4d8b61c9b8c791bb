"""A pinch of salt: its player can prove it theirs, nobody else can guess at it."""

from datetime import datetime
from hashlib import sha256

import pytest
from django.test import Client

from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.history.export import record_lines
from games.lobby.games import create_game, create_practice_game
from games.lobby.seats import accept_seat
from games.lobby.setup import HostJoin
from games.match.replacements import accept_replacement
from games.models import Game, PinchOfSalt, Seat, User
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.store import positions
from games.store.stream import load_stream
from stoneage_core import audit
from stoneage_core.events.setup import PlayerJoined
from stoneage_core.state import EndReason
from tests.games.moderation.doing import do_action, invite
from tests.support.pages import play_path, signed_in
from tests.support.play import bound_by, salt_kept
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

WORDS = "seven seas & one"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Alice typed nothing, Bob did."""
    players = [alice, bob]
    made = create_game(host=alice, players=players, start_choice=0, now=NOW)
    seat = made.seats.select_related("game").get(number=1)
    return accept_seat(seat=seat, salt=f"  {WORDS} ", now=NOW)


def pinch(game: Game, number: int) -> PinchOfSalt:
    return PinchOfSalt.objects.get(seat__game=game, seat__number=number)


def test_the_log_holds_what_only_the_nonce_explains(game: Game) -> None:
    salts = positions.state_of(game).salts
    assert salts == (salt_kept(game, 0, ""), salt_kept(game, 1, WORDS))
    assert sha256(WORDS.encode()).hexdigest() not in str(load_stream(game))
    record = "".join(record_lines(game))
    nonce = bytes(pinch(game, 1).nonce)
    assert nonce.hex() not in record
    assert audit.verify(record).finding is None
    assert audit.is_salt_of(record, 1, nonce, WORDS)
    for player, key, words in (
        (0, nonce, WORDS),
        (1, bytes(32), WORDS),
        (1, nonce, "seven"),
    ):
        assert not audit.is_salt_of(record, player, key, words)


def test_a_forgotten_players_words_can_be_guessed_by_nobody(
    game: Game, bob: User
) -> None:
    forget_user(user=bob, now=NOW)
    assert not PinchOfSalt.objects.filter(seat__number=1).exists()
    assert pinch(game, 0)


def test_also_where_somebody_else_has_the_seat_by_now(
    game: Game, bob: User, carol: User
) -> None:
    root = User.objects.create_superuser("root@example.org", "secret")
    offer = invite(
        by=root,
        seat=game.seats.get(number=1),
        email=str(carol.email),
        reason="Bob asked for it.",
        now=NOW,
    )
    accept_replacement(offer=offer, user=carol, now=NOW)
    assert WORDS not in signed_in(carol).get(f"/games/{game.slug}/").content.decode()
    assert collect_own_data(carol, NOW)["pinches_of_salt"] == []
    (told,) = collect_own_data(bob, NOW)["pinches_of_salt"]
    assert (told["game"], told["seat"], told["words"]) == (game.slug, 1, WORDS)
    forget_user(user=bob, now=NOW)
    assert not PinchOfSalt.objects.filter(seat__number=1).exists()


def test_an_address_that_somebody_else_typed_goes_too(game: Game, alice: User) -> None:
    PinchOfSalt.objects.filter(seat__number=1).update(words=f"For {alice.email}!")
    forget_user(user=alice, now=NOW)
    assert not PinchOfSalt.objects.exists()


def test_a_guests_pinch_goes_along_with_their_games(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    assert seat.user is not None
    user = request_keeping(guest=seat.user, email="zoe@example.org", now=now)
    confirm_keeping(seat=seat, user=user, now=now)
    assert PinchOfSalt.objects.get(seat=seat).user == user


@pytest.mark.parametrize("page", ["game", "seat"])
def test_its_player_reads_how_to_prove_it(game: Game, bob: User, page: str) -> None:
    alone = {
        "game": f"/games/{game.slug}/?sheet=about",
        "seat": f"/games/{game.slug}/seat/",
    }[page]
    text = signed_in(bob).get(alone).content.decode()
    nonce = bytes(pinch(game, 1).nonce).hex()
    assert f"--seat 2 --nonce {nonce} --words &#x27;seven seas &amp; one&#x27;" in text
    assert salt_kept(game, 1, WORDS) in text


def test_it_is_there_when_the_game_is_over(game: Game) -> None:
    root = User.objects.create_superuser("root@example.org", "secret")
    drawn = EndReason.DRAWN
    do_action("end", by=root, game=game, how=drawn, reason="Asked for.", now=NOW)
    text = Client().get(f"{play_path(game, 1)}?sheet=about").content.decode()
    assert bytes(pinch(game, 1).nonce).hex() in text


def test_nobody_else_reads_it(game: Game, alice: User) -> None:
    nonce = bytes(pinch(game, 1).nonce).hex()
    for browser in signed_in(alice), Client():
        for page in "", "history/", "log.jsonl":
            shown = browser.get(f"/games/{game.slug}/{page}")
            assert nonce not in b"".join(shown).decode()
    assert nonce not in Client().get(play_path(game, 0)).content.decode()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\x00b\nc\u202ed", "ab cd"),
        ("caffe\N{COMBINING GRAVE ACCENT}", "caffè"),
        ("ㅋ" * 300, "ㅋ" * 200),
        ("\ud800", ""),
    ],
)
def test_what_is_typed_can_be_typed_again(
    alice: User, bob: User, typed: str, kept: str
) -> None:
    players = [alice, bob]
    game = create_game(host=alice, players=players, joins=HostJoin(typed), now=NOW)
    events = load_stream(game)
    assert PlayerJoined(0, bound_by(game, 0, kept)) in events
    assert Seat.objects.get(game=game, number=0).pinch.words == kept
