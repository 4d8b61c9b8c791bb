"""Passkeys from the page to the record: added, signing moves, removed."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
)

from games.accounts.passkeys import remove_passkey
from games.history.export import record_lines
from games.lobby.games import create_game
from games.lobby.seats import accept_seat
from games.models import Game, Passkey, Seat, StoredEvent, User
from games.play.table_decisions import TABLE_DECISIONS
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from notifications.models import Kind, OutgoingMail
from stoneage_core.audit import in_words, verify
from stoneage_core.cryptography.passkeys import MOST_PASSKEYS
from tests.support.pages import signed_in
from tests.support.pages import text_of as text_in
from tests.support.passkey_device import ORIGIN, PasskeyDevice
from tests.support.proposals import propose_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

PAGE = "/account/passkeys/"
DEVICE = PasskeyDevice()
CREDENTIAL = b"credential 1"


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.SITE_URL = ORIGIN
    settings.ALLOWED_HOSTS = ["*"]


@pytest.fixture
def browser(alice: User) -> Client:
    return signed_in(alice)


def makes(options: dict[str, Any], credential: bytes = CREDENTIAL) -> dict[str, Any]:
    """What a browser sends that was asked for a passkey."""
    told = {"type": "webauthn.create", "challenge": options["challenge"]}
    client_data = json.dumps(told | {"origin": ORIGIN}).encode()
    key = ES256.from_cryptography_key(DEVICE.public)
    made = AttestedCredentialData.create(Aaguid.NONE, credential, key)
    site = sha256(b"stoneage.example").digest()
    data = AuthenticatorData.create(site, 0x45, 0, made)
    attested = AttestationObject.create("none", data, {})
    return {
        "id": websafe_encode(credential),
        "rawId": websafe_encode(credential),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client_data),
            "attestationObject": websafe_encode(bytes(attested)),
        },
    }


def text_of(answer: Any) -> str:
    return text_in(answer.content.decode())


def add(browser: Client) -> Any:
    options = browser.post(PAGE, {"action": "begin"}).json()
    return browser.post(PAGE, {"action": "add", "made": json.dumps(makes(options))})


@pytest.fixture
def game(browser: Client, alice: User, bob: User) -> Game:
    """Alice, who begins, added a passkey before she and Bob began to play."""
    assert add(browser).status_code == 303
    players = [str(user.email) for user in (alice, bob)]
    game = create_game(host=alice, players=players, start_choice=0, now=NOW)
    return accept_seat(seat=game.seats.get(number=1), now=NOW)


def form_of(browser: Client, game: Game, **decided: str) -> dict[str, str]:
    """The fields of a move as they stand on the page now."""
    turn = browser.get(f"/games/{game.slug}/play/").context["turn"]
    fields = {"expected_version": turn.version, "expected_head": turn.head}
    return fields | {"request_id": turn.request_id} | decided


def signature_over(
    browser: Client,
    game: Game,
    form: dict[str, str],
    origin: str = ORIGIN,
    page: str = "play",
) -> str:
    """What the script sends along, once the device has signed what it was told."""
    acts = {"act": form["action"]} if "action" in form else {}
    asked = form | acts | {"action": "sign"}
    wanted = browser.post(f"/games/{game.slug}/{page}/", asked).json()
    assert wanted["site"] == "stoneage.example"
    assert wanted["passkeys"] == [websafe_encode(CREDENTIAL)]
    signed = DEVICE.sign(websafe_decode(wanted["challenge"]), origin)
    parts = {
        name: websafe_encode(bytes.fromhex(getattr(signed, name)))
        for name in ("authenticator_data", "client_data", "signature")
    }
    return json.dumps({"id": wanted["passkeys"][0], **parts})


def record_of(game: Game) -> str:
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def test_a_signed_move_stands_in_the_record_with_key_and_signature(
    browser: Client, game: Game, bob: User
) -> None:
    form = form_of(browser, game, whole="forest 3")
    form["assertion"] = signature_over(browser, game, form)
    assert browser.post(f"/games/{game.slug}/play/", form).status_code == 303
    verdict = verify(record_of(game))
    assert verdict.finding is None
    (at,) = verdict.signed.signed
    assert StoredEvent.objects.get(game=game, sequence=at).command == "forest 3"
    assert "signed with a passkey" in in_words(verdict)
    # Who sends the same form once more is answered as before.
    assert browser.post(f"/games/{game.slug}/play/", form).status_code == 303
    # Bob has no passkey, and plays as ever.
    theirs = signed_in(bob)
    form = form_of(theirs, game, whole="hunt 2")
    page = f"/games/{game.slug}/play/"
    assert theirs.post(page, form | {"action": "sign"}).status_code == 204
    assert theirs.post(page, form).status_code == 303
    assert verify(record_of(game)).signed == ((at,), (), ())


def test_the_page_loads_its_script_for_who_has_a_passkey_alone(
    browser: Client, game: Game, bob: User
) -> None:
    page = f"/games/{game.slug}/play/"
    assert "passkey.js" in browser.get(page).content.decode()
    assert "passkey.js" not in signed_in(bob).get(page).content.decode()


def test_an_unsigned_move_is_taken_and_told_as_that(
    browser: Client, game: Game
) -> None:
    form = form_of(browser, game, whole="forest 3")
    assert browser.post(f"/games/{game.slug}/play/", form).status_code == 303
    assert len(verify(record_of(game)).signed.unsigned) == 1


@pytest.mark.parametrize("sent", ["other move", "other site", "no json", "no base64"])
def test_a_signature_that_does_not_fit_changes_nothing(
    browser: Client, game: Game, sent: str
) -> None:
    form = form_of(browser, game, whole="forest 3")
    origin = "https://evil.example" if sent == "other site" else ORIGIN
    signed = signature_over(browser, game, form, origin)
    form["assertion"] = {
        "no json": "{",
        "no base64": json.dumps(json.loads(signed) | {"signature": "é"}),
    }.get(sent, signed)
    if sent == "other move":
        form["whole"] = "forest 2"
    before = Game.objects.get(pk=game.pk).version
    answer = browser.post(f"/games/{game.slug}/play/", form)
    assert answer.status_code == 409
    assert "signature doesn’t fit what you decided" in text_of(answer)
    assert Game.objects.get(pk=game.pk).version == before


def test_several_uses_are_signed_as_one_order(browser: Client, game: Game) -> None:
    page = f"/games/{game.slug}/play/"
    others = Seat.objects.get(game=game, number=1)
    assert others.user is not None
    theirs = signed_in(others.user)
    for who, move in (
        (browser, "forest 1"),
        (theirs, "hunt 5"),
        (browser, "clay pit 1"),
        (browser, "quarry 3"),
    ):
        assert who.post(page, form_of(who, game, whole=move)).status_code == 303
    form: dict[str, Any] = form_of(browser, game)
    form["use"] = ["clay_pit", "forest", "quarry"]
    form["assertion"] = signature_over(browser, game, form)
    assert browser.post(page, form).status_code == 303
    verdict = verify(record_of(game))
    assert verdict.finding is None
    assert len(verdict.signed.signed) >= 2
    assert len(verdict.signed.unsigned) == 3


def test_adding_and_removing_is_told_by_games_and_by_mail(
    browser: Client, game: Game, alice: User, now: datetime
) -> None:
    assert DEVICE.digest in text_of(browser.get(PAGE))
    told = browser.post(PAGE, {"action": "remove", "key": DEVICE.digest}, follow=True)
    assert "The passkey is removed." in text_of(told)
    kinds = StoredEvent.objects.filter(game=game, type="PasskeysSet")
    kinds = kinds.order_by("sequence")
    assert [json.loads(each.data)["keys"] for each in kinds] == [[DEVICE.key], []]
    mails = OutgoingMail.objects.filter(kind=Kind.PASSKEYS_CHANGED, user=alice)
    assert mails.count() == 2
    # Twice is told as that, and changes nothing.
    again = browser.post(PAGE, {"action": "remove", "key": DEVICE.digest})
    assert again.status_code == 409
    assert verify(record_of(game)).finding is None
    assert add(browser).status_code == 303
    assert [json.loads(each.data)["keys"] for each in kinds.all()][2] == [DEVICE.key]


def test_a_passkey_that_goes_while_a_page_is_open_signs_nothing_any_more(
    browser: Client, game: Game, alice: User
) -> None:
    form = form_of(browser, game, whole="forest 3")
    form["assertion"] = signature_over(browser, game, form)
    remove_passkey(user=alice, digest=DEVICE.digest, now=NOW)
    assert browser.post(f"/games/{game.slug}/play/", form).status_code == 409


def test_what_a_browser_sends_is_checked(browser: Client, alice: User) -> None:
    options = browser.post(PAGE, {"action": "begin"}).json()
    good = makes(options)
    wrong = [
        makes({"challenge": websafe_encode(bytes(32))}),
        {**good, "response": {}},
        {},
        [],
    ]
    for made in wrong:
        browser.post(PAGE, {"action": "begin"})
        answer = browser.post(PAGE, {"action": "add", "made": json.dumps(made)})
        assert answer.status_code == 400
        assert "didn’t make a passkey that we can use" in text_of(answer)
    for made in ("{", json.dumps(good)):  # the latter: its asking is long over
        answer = browser.post(PAGE, {"action": "add", "made": made})
        assert answer.status_code == 400
    assert browser.post(PAGE, {"action": "dance"}).status_code == 400
    assert not Passkey.objects.exists()


def test_nobody_has_the_same_passkey_twice_nor_too_many(
    browser: Client, alice: User
) -> None:
    assert add(browser).status_code == 303
    assert add(browser).status_code == 400
    for number in range(1, MOST_PASSKEYS):
        Passkey.objects.create(
            user=alice,
            credential_id=f"c{number}",
            public_key=PasskeyDevice(number + 1).key,
            added_at=NOW,
        )
    answer = browser.post(PAGE, {"action": "begin"})
    assert answer.status_code == 400
    told = "as many passkeys as one person can have"
    assert told in text_of(answer)
    assert told in text_of(browser.get(PAGE))


def test_a_site_without_a_name_or_https_says_so(browser: Client, settings: Any) -> None:
    for address in ("http://127.0.0.1:8000", "http://stoneage.example"):
        settings.SITE_URL = address
        page = browser.get(PAGE)
        assert "Passkeys need an address that begins with https" in text_of(page)
        assert "passkey.js" not in page.content.decode()
        assert browser.post(PAGE, {"action": "begin"}).status_code == 400
    settings.SITE_URL = "http://localhost:8000"
    page = browser.get(PAGE)
    assert "This takes JavaScript" in text_of(page)


def test_a_guest_is_led_to_where_an_address_is_given(client: Client) -> None:
    assert client.get(PAGE)["Location"].startswith("/sign-in/")


def test_a_passkey_is_taken_home_and_forgotten(
    browser: Client, alice: User, now: datetime
) -> None:
    add(browser)
    (told,) = collect_own_data(alice, now)["passkeys"]
    assert told["public_key"] == DEVICE.key
    forget_user(user=alice, now=now)
    assert not Passkey.objects.exists()


def decide_signed(browser: Client, game: Game, page: str, **decided: str) -> int:
    """Send a form of the table or of the seat's page with its signature."""
    form = form_of(browser, game, **decided)
    form["assertion"] = signature_over(browser, game, form, page=page)
    return int(browser.post(f"/games/{game.slug}/{page}/", form).status_code)


def test_votes_absences_and_what_is_taken_back_are_signed_as_moves_are(
    browser: Client, game: Game, bob: User
) -> None:
    page = f"/games/{game.slug}/play/"
    assert decide_signed(browser, game, "play", whole="forest 3") == 303
    undo = browser.get(page).context["undo"]
    sequence = str(undo.sequence)
    took = decide_signed(browser, game, "play", action="take-back", sequence=sequence)
    assert took == 303
    propose_end(seat=Seat.objects.get(game=game, number=1), now=NOW)
    voted = {"action": "vote", "proposal": "1", "says": "no"}
    assert decide_signed(browser, game, "seat", **voted) == 303
    until = (NOW + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    assert decide_signed(browser, game, "seat", action="away", until=until) == 303
    text = record_of(game)
    verdict = verify(text)
    assert verdict.finding is None
    assert len(verdict.signed.signed) == 4
    assert verdict.signed.unsigned == ()
    # Who comes back without a signature is told as that; what comes with it, refused.
    back = form_of(browser, game, action="back")
    stolen = {**back, "assertion": signature_over(browser, game, back, page="seat")}
    seat = f"/games/{game.slug}/seat/"
    wrong = {**stolen, "action": "propose-end", "sure": "yes"}
    assert browser.post(seat, wrong).status_code == 409
    assert browser.post(seat, back).status_code == 303
    assert len(verify(record_of(game)).signed.unsigned) == 1


def test_the_page_of_a_seat_has_each_decision_signed(
    browser: Client, game: Game, bob: User
) -> None:
    seat = f"/games/{game.slug}/seat/"
    html = browser.get(seat).content.decode()
    assert "passkey.js" in html
    forms = [form for form in html.split("<form")[1:] if 'name="action"' in form]
    for form in forms:
        for act in TABLE_DECISIONS:
            if f'name="action" value="{act}"' in form:
                assert 'name="expected_head"' in form, act
    assert "passkey.js" not in signed_in(bob).get(seat).content.decode()
    nothing = browser.post(seat, {"action": "sign", "act": "dance"})
    assert nothing.status_code == 204
