"""Salts that players seal themselves: the game waits for them, three days at most."""

from datetime import datetime, timedelta
from hashlib import sha256

import pytest
from django.test import Client

from games import tasks
from games.decisions.salting import SealedSalt, close_salts, reveal_salt
from games.errors import GameIsCancelled, InvalidChoice
from games.history.export import record_lines
from games.lobby.games import cancel_game, create_game
from games.lobby.seats import accept_seat
from games.lobby.setup import HostJoin
from games.match.due import SALTS
from games.models import Game, PinchOfSalt, Seat, Status, User
from games.store import positions
from notifications.models import Kind, OutgoingMail
from stoneage_core import IllegalMove, audit
from tests.support.pages import play_path, signed_in
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

SALT = sha256(b"made at home").hexdigest()
SEAL = sha256(SALT.encode()).hexdigest()
THREE_DAYS = timedelta(days=3)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Alice typed something; Bob has sealed a salt, and all have joined."""
    players = [alice, bob]
    made = create_game(host=alice, players=players, joins=HostJoin("words"), now=NOW)
    return accept_seat(seat=seat(made), salt=SealedSalt(SEAL), now=NOW)


def seat(game: Game, number: int = 1) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def found(game: Game) -> audit.Verdict:
    verdict = audit.verify("".join(record_lines(Game.objects.get(pk=game.pk))))
    assert verdict.finding is None, verdict.finding
    return verdict


def test_the_game_waits_for_it(game: Game) -> None:
    assert (game.status, game.salts_due_at) == (Status.INVITING, NOW + THREE_DAYS)
    assert positions.state_of(game).own_seals == (1,)
    assert not PinchOfSalt.objects.filter(seat=seat(game)).exists()
    assert not found(game).has_salts


def test_it_begins_when_the_salt_is_revealed(game: Game) -> None:
    game = reveal_salt(seat=seat(game), salt=SALT, now=NOW)
    assert (game.status, game.salts_due_at) == (Status.ACTIVE, None)
    assert positions.state_of(game).salts[1] == SALT
    verdict = found(game)
    assert (verdict.own_seals, verdict.unrevealed) == ((1,), ())
    assert "not even the service knew in time what seat 2 added." in audit.in_words(
        verdict
    )
    assert reveal_salt(seat=seat(game), salt=SALT, now=NOW) == game


@pytest.mark.parametrize("salt", ["", "0" * 64, SALT.upper(), SEAL])
def test_another_one_is_refused(game: Game, salt: str) -> None:
    with pytest.raises((IllegalMove, InvalidChoice)):
        reveal_salt(seat=seat(game), salt=salt, now=NOW)
    assert Game.objects.get(pk=game.pk).status == Status.INVITING


def test_who_sealed_nothing_reveals_nothing(game: Game) -> None:
    with pytest.raises(InvalidChoice):
        reveal_salt(seat=seat(game, 0), salt=SALT, now=NOW)


def test_nobody_reveals_before_all_have_joined(alice: User, bob: User) -> None:
    """Else the last one to join could choose their own by it."""
    players = [alice, bob]
    joins = HostJoin(SealedSalt(SEAL))
    made = create_game(host=alice, players=players, joins=joins, now=NOW)
    with pytest.raises(InvalidChoice):
        reveal_salt(seat=seat(made, 0), salt=SALT, now=NOW)
    with pytest.raises(InvalidChoice):
        accept_seat(seat=seat(made), salt=SealedSalt("alice@example.org"), now=NOW)


def test_after_three_days_it_begins_without(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sweep(at: datetime) -> Game:
        monkeypatch.setattr(tasks, "database_now", lambda: at)
        tasks.sweep_due()
        return Game.objects.get(pk=game.pk)

    assert sweep(NOW + THREE_DAYS - timedelta(seconds=1)).status == Status.INVITING
    begun = sweep(NOW + THREE_DAYS)
    assert (begun.status, begun.salts_due_at) == (Status.ACTIVE, None)
    assert positions.state_of(begun).salts[1] is None
    verdict = found(begun)
    assert (verdict.own_seals, verdict.unrevealed) == ((), (1,))
    assert "never revealed: seat 2." in audit.in_words(verdict)


def test_a_game_that_was_cancelled_never_begins(game: Game, alice: User) -> None:
    cancel_game(game=game, by=alice, now=NOW)
    assert SALTS.find(NOW + THREE_DAYS) == []
    assert not close_salts(game_id=game.pk, now=NOW + THREE_DAYS)
    with pytest.raises(GameIsCancelled):
        reveal_salt(seat=seat(game, 1), salt=SALT, now=NOW)


def test_beginning_that_rests_after_a_failure_is_passed_over(game: Game) -> None:
    assert SALTS.find(NOW + THREE_DAYS, {game.pk}) == []
    assert SALTS.find(NOW + THREE_DAYS) == [game.pk]
    assert not close_salts(game_id=0, now=NOW)
    assert close_salts(game_id=game.pk, now=NOW + THREE_DAYS)


def test_its_player_is_asked_by_mail_and_reveals_it_on_the_page(game: Game) -> None:
    mail = OutgoingMail.objects.get(kind=Kind.SALT_WANTED)
    assert mail.user == seat(game).user
    page, browser = play_path(game, 1), Client()
    text = browser.get(page).content.decode()
    assert f'data-salt-for="{SEAL}"' in text
    refused = browser.post(page, {"action": "reveal-salt", "salt": "0" * 64})
    assert refused.status_code == 422
    assert "That isn’t the salt that Bob sealed." in refused.content.decode()
    answer = browser.post(page, {"action": "reveal-salt", "salt": f" {SALT} "})
    assert answer.status_code == 303
    assert Game.objects.get(pk=game.pk).status == Status.ACTIVE


def test_the_others_read_what_the_game_waits_for(game: Game, alice: User) -> None:
    for page in f"/games/{game.slug}/", f"/games/{game.slug}/play/":
        text = signed_in(alice).get(page).content.decode()
        assert "Everyone has joined" in text
        assert "data-salt-for" not in text


def test_a_salt_is_told_to_nobody_before_the_game_begins(game: Game) -> None:
    hidden = seat(game, 0).salt
    record = "".join(record_lines(game))
    assert len(hidden) == 64
    assert hidden not in record
    assert hidden not in Client().get(f"/games/{game.slug}/log.jsonl").content.decode()
