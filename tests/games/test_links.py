"""Links: every way in which one can be invalid. None of them raises."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core.signing import Signer

from games.accounts.access import end_access
from games.decisions.seating import give_seat
from games.links.purposes import (
    CALENDAR_LINK,
    DATA_LINK,
    INVITATION_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
    TAKE_SEAT_LINK,
    SeatClaim,
    SignIn,
    game_url,
    result_url,
    revoke_links,
)
from games.links.tokens import Expired, Invalid, LinkPurpose, Revoked, Valid
from games.models import Game, Seat, User


@pytest.fixture
def seat(two_player_game: Game) -> Seat:
    return two_player_game.seats.get(number=1)


@pytest.fixture
def token(seat: Seat, now: datetime) -> str:
    return PLAY_LINK.token(seat, now=now)


def token_of(url: str) -> str:
    return urlsplit(url).path.split("/")[2]


def sign_in_of(user: User) -> SignIn:
    return SignIn(user, str(user.email))


def test_play_link_leads_to_its_seat(seat: Seat, token: str, now: datetime) -> None:
    assert PLAY_LINK.parse(token, now=now) == Valid(seat)


def test_invitation_leads_to_its_seat(seat: Seat, now: datetime) -> None:
    token = token_of(INVITATION_LINK.url(seat, now=now))
    assert INVITATION_LINK.parse(token, now=now) == Valid(seat)


def test_sign_in_link_leads_to_its_user(alice: User, now: datetime) -> None:
    token = token_of(SIGN_IN_LINK.url(alice, str(alice.email), now=now))
    assert SIGN_IN_LINK.parse(token, now=now) == Valid(sign_in_of(alice))


def test_clock_is_read_if_no_time_is_given(alice: User, now: datetime) -> None:
    late = now + timedelta(minutes=30)
    link = SIGN_IN_LINK.parse(
        SIGN_IN_LINK.token(alice, str(alice.email), now=now), now=lambda: late
    )
    assert isinstance(link, Valid)
    assert link.now == late


def test_links_start_with_the_configured_site(
    seat: Seat, alice: User, now: datetime, settings: object
) -> None:
    settings.SITE_URL = "https://stoneage.example"  # type: ignore[attr-defined]
    assert PLAY_LINK.url(seat, now=now).startswith("https://stoneage.example/play/")
    assert INVITATION_LINK.url(seat, now=now).startswith(
        "https://stoneage.example/invitation/"
    )
    assert SIGN_IN_LINK.url(alice, str(alice.email), now=now).startswith(
        "https://stoneage.example/sign-in/"
    )


def test_public_pages_have_urls_without_tokens(two_player_game: Game) -> None:
    slug = two_player_game.slug
    assert urlsplit(game_url(two_player_game)).path == f"/games/{slug}/"
    assert urlsplit(result_url(two_player_game)).path == f"/games/{slug}/result/"


def test_sign_in_link_keeps_the_next_page(alice: User, now: datetime) -> None:
    url = SIGN_IN_LINK.url(
        alice, str(alice.email), now=now, next="/games/new/?players=3"
    )
    assert urlsplit(url).query == "next=%2Fgames%2Fnew%2F%3Fplayers%3D3"


def test_link_can_be_opened_repeatedly(token: str, now: datetime) -> None:
    for _ in range(20):
        assert isinstance(PLAY_LINK.parse(token, now=now), Valid)


@pytest.mark.parametrize(
    "wrong",
    ["", "x", ":", "::::", "1:0", "1:0:1tK3mB", "%00", "🪓", "a" * 5_000, "1:0:x:y"],
)
def test_invalid_token_is_refused(db: None, wrong: str, now: datetime) -> None:
    assert PLAY_LINK.parse(wrong, now=now) == Invalid()


def test_token_with_a_changed_character_is_invalid(token: str, now: datetime) -> None:
    for at, character in enumerate(token):
        changed = token[:at] + ("A" if character != "A" else "B") + token[at + 1 :]
        assert PLAY_LINK.parse(changed, now=now) == Invalid()


def test_truncated_token_is_invalid(token: str, now: datetime) -> None:
    assert PLAY_LINK.parse(token[:-1], now=now) == Invalid()


def test_token_signed_with_another_key_is_invalid(
    token: str, now: datetime, settings: object
) -> None:
    settings.SECRET_KEY = "another key"  # type: ignore[attr-defined]
    assert PLAY_LINK.parse(token, now=now) == Invalid()


def test_token_stays_valid_with_a_fallback_key(
    token: str, now: datetime, settings: object
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "another key"  # type: ignore[attr-defined]
    assert isinstance(PLAY_LINK.parse(token, now=now), Valid)


@pytest.mark.parametrize(
    "other", [INVITATION_LINK, SIGN_IN_LINK], ids=["invitation", "sign-in"]
)
def test_link_has_one_purpose(
    token: str, now: datetime, other: LinkPurpose[Any]
) -> None:
    assert other.parse(token, now=now) == Invalid()


def test_signature_over_other_data_is_invalid(db: None, now: datetime) -> None:
    token = Signer(salt="play link").sign("not what we sign")
    assert PLAY_LINK.parse(token, now=now) == Invalid()


def test_link_to_a_deleted_seat_is_invalid(db: None, now: datetime) -> None:
    gone = Seat(pk=987_654, game=Game(slug="k3v9k3v9k3"), number=0)
    assert PLAY_LINK.parse(PLAY_LINK.token(gone, now=now), now=now) == Invalid()


def test_link_to_a_seat_whose_id_was_reassigned_is_invalid(
    seat: Seat, token: str, now: datetime
) -> None:
    """A restored database can assign the id of a lost row again."""
    Game.objects.filter(pk=seat.game_id).update(slug="anothertab")
    assert PLAY_LINK.parse(token, now=now) == Invalid()


def test_sign_in_link_is_bound_to_its_user(alice: User, now: datetime) -> None:
    token = SIGN_IN_LINK.token(alice, str(alice.email), now=now)
    User.objects.filter(pk=alice.pk).update(email="somebody.else@example.org")
    assert SIGN_IN_LINK.parse(token, now=now) == Invalid()


def test_play_link_is_valid_for_sixty_days(
    seat: Seat, token: str, now: datetime
) -> None:
    limit = now + timedelta(days=60)
    assert PLAY_LINK.parse(token, now=limit) == Valid(seat)
    assert PLAY_LINK.parse(token, now=limit + timedelta(seconds=1)) == Expired(seat)


def test_invitation_is_valid_for_thirty_days(seat: Seat, now: datetime) -> None:
    token = token_of(INVITATION_LINK.url(seat, now=now))
    late = now + timedelta(days=30, seconds=1)
    assert INVITATION_LINK.parse(token, now=late) == Expired(seat)


def test_sign_in_link_is_valid_for_half_an_hour(alice: User, now: datetime) -> None:
    token = token_of(SIGN_IN_LINK.url(alice, str(alice.email), now=now))
    late = now + timedelta(minutes=30, seconds=1)
    assert SIGN_IN_LINK.parse(token, now=late) == Expired(sign_in_of(alice))


def test_revoked_link_knows_its_owner(seat: Seat, token: str, now: datetime) -> None:
    revoke_links(seat=seat, now=now)
    assert PLAY_LINK.parse(token, now=now) == Revoked(seat)


def test_link_made_after_a_revocation_is_valid(
    seat: Seat, token: str, now: datetime
) -> None:
    fresh = revoke_links(seat=seat, now=now)
    assert PLAY_LINK.parse(PLAY_LINK.token(fresh, now=now), now=now) == Valid(seat)


def test_revoking_one_seat_keeps_the_links_of_others(
    seat: Seat, two_player_game: Game, now: datetime
) -> None:
    other = two_player_game.seats.get(number=0)
    token = PLAY_LINK.token(other, now=now)
    revoke_links(seat=seat, now=now)
    assert PLAY_LINK.parse(token, now=now) == Valid(other)


def test_signing_in_revokes_sign_in_links(alice: User, now: datetime) -> None:
    token = token_of(SIGN_IN_LINK.url(alice, str(alice.email), now=now))
    User.objects.filter(pk=alice.pk).update(last_login=now)
    alice.refresh_from_db()
    assert SIGN_IN_LINK.parse(token, now=now) == Revoked(sign_in_of(alice))


def test_sign_in_link_goes_to_any_confirmed_address(alice: User, now: datetime) -> None:
    token = SIGN_IN_LINK.token(alice, "alice@work.example", now=now)
    row = EmailAddress.objects.create(user=alice, email="alice@work.example")
    assert SIGN_IN_LINK.parse(token, now=now) == Invalid()
    EmailAddress.objects.filter(pk=row.pk).update(verified=True)
    found = SIGN_IN_LINK.parse(token, now=now)
    assert found == Valid(SignIn(alice, "alice@work.example"))


def test_ending_all_access_revokes_every_link_of_a_user(
    seat: Seat, bob: User, now: datetime
) -> None:
    play, sign_in = PLAY_LINK.token(seat, now=now), SIGN_IN_LINK.token
    first = sign_in(bob, str(bob.email), now=now)
    others = {
        purpose: purpose.token(bob, now=now) for purpose in (CALENDAR_LINK, DATA_LINK)
    }
    end_access(user=bob)
    assert isinstance(PLAY_LINK.parse(play, now=now), Revoked)
    assert SIGN_IN_LINK.parse(first, now=now) == Invalid()
    for purpose, token in others.items():
        assert purpose.parse(token, now=now) == Invalid()
        assert purpose.parse(purpose.token(bob, now=now), now=now) == Valid(bob)


def test_banned_user_has_no_links(alice: User, now: datetime) -> None:
    token = token_of(SIGN_IN_LINK.url(alice, str(alice.email), now=now))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert SIGN_IN_LINK.parse(token, now=now) == Invalid()


def test_banned_player_has_no_links(seat: Seat, token: str, now: datetime) -> None:
    User.objects.filter(pk=seat.user_id).update(is_active=False)
    assert PLAY_LINK.parse(token, now=now) == Invalid()


def test_log_says_why_a_link_was_refused_without_the_token(
    token: str, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG", logger="games.links.tokens"):
        PLAY_LINK.parse(token + "x", now=now)
    assert "BadSignature" in caplog.text
    assert token not in caplog.text


# Returning to a seat


def return_token(seat: Seat, user: User, now: datetime) -> str:
    url = urlsplit(TAKE_SEAT_LINK.url(seat, user, None, now=now))
    assert url.path.startswith("/take-seat/")
    return token_of(url.geturl())


def test_return_link_leads_to_seat_and_player(
    seat: Seat, bob: User, now: datetime
) -> None:
    token = return_token(seat, bob, now)
    asked = SeatClaim(seat, bob)
    assert TAKE_SEAT_LINK.parse(token, now=now) == Valid(asked)
    assert PLAY_LINK.parse(token, now=now) == Invalid()
    limit = now + timedelta(days=60)
    assert TAKE_SEAT_LINK.parse(token, now=limit) == Valid(asked)
    late = limit + timedelta(seconds=1)
    assert TAKE_SEAT_LINK.parse(token, now=late) == Expired(asked)


def test_revoking_a_seats_links_revokes_the_return_link(
    seat: Seat, bob: User, now: datetime
) -> None:
    token = return_token(seat, bob, now)
    fresh = revoke_links(seat=seat, now=now)
    assert TAKE_SEAT_LINK.parse(token, now=now) == Revoked(SeatClaim(fresh, bob))


def test_replaced_player_can_return_by_the_same_link(
    seat: Seat, bob: User, outsider: User, now: datetime
) -> None:
    token = return_token(seat, bob, now)
    seat.absent_user = bob
    give_seat(seat, outsider)
    found = TAKE_SEAT_LINK.parse(token, now=now)
    assert found == Valid(SeatClaim(seat, bob))
    of_the_substitute = return_token(seat, outsider, now)
    give_seat(Seat.objects.get(pk=seat.pk), bob)
    Seat.objects.filter(pk=seat.pk).update(absent_user=None)
    assert TAKE_SEAT_LINK.parse(of_the_substitute, now=now) == Invalid()


def test_return_link_is_bound_to_the_address(
    seat: Seat, bob: User, now: datetime
) -> None:
    token = return_token(seat, bob, now)
    User.objects.filter(pk=bob.pk).update(email="robert@example.org")
    assert TAKE_SEAT_LINK.parse(token, now=now) == Invalid()
    User.objects.filter(pk=bob.pk).update(email="bob@example.org", is_active=False)
    assert TAKE_SEAT_LINK.parse(token, now=now) == Invalid()


def test_invalid_return_link_is_refused(
    token: str, seat: Seat, alice: User, now: datetime
) -> None:
    for wrong in ("", "x", "1:0", token, return_token(seat, alice, now)):
        assert TAKE_SEAT_LINK.parse(wrong, now=now) == Invalid()
