"""The page that checks the hash of an old email, and the record of a game."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.test.utils import ContextList

from games import limits
from games.history.export import NOT_YET
from games.models import Game, StoredEvent, User
from games.now import database_now
from notifications.models import OutgoingMail
from notifications.sending.render import message_for
from stoneage_core import audit
from tests.support.pages import page, signed_in, text_of, values_of
from tests.support.play import submit
from tests.support.standing_time import NOW
from tests.support.triggers import without_triggers
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db


def ask(client: Client, head: str, game: str = "") -> ContextList:
    """Return what the page answers, whose words are those of its template."""
    answer = client.get("/check/", {"head": head, "game": game})
    assert answer.status_code == 200
    assert answer.context["is_answered"]
    return answer.context


def found(client: Client, head: str, game: str = "") -> tuple[str, int, bool, object]:
    """Return game and event of a hash, whether it holds, and where the log breaks."""
    at = ask(client, head, game)["found"]
    return at.game.slug, at.sequence, at.is_unchanged, at.broken_at


def hash_at(game: Game, sequence: int) -> str:
    return game.events.get(sequence=sequence).hash


def test_hash_from_an_old_email_is_found(client: Client, finished_game: Game) -> None:
    head = hash_at(finished_game, 30)
    assert found(client, head) == (finished_game.slug, 30, True, None)
    html = page(client, f"/check/?head={head}")
    assert 'class="note-good" role="status"' in html
    assert "(Alice, Bob)" in text_of(html)


def test_answer_links_to_the_position(client: Client, finished_game: Game) -> None:
    html = page(client, f"/check/?head={hash_at(finished_game, 30)}")
    assert f'href="/games/{finished_game.slug}/at/30/"' in html


@pytest.mark.parametrize(
    "form", ["{slug}", "http://x/games/{slug}/", "/games/{slug}/at/3/"]
)
def test_search_can_be_limited_to_a_game(
    client: Client, finished_game: Game, two_player_game: Game, form: str
) -> None:
    head = hash_at(finished_game, 30)
    assert found(client, head, form.format(slug=finished_game.slug))[1] == 30
    other = ask(client, head, form.format(slug=two_player_game.slug))
    assert other["found"] is None
    assert other["searched"] == two_player_game
    assert other["searched_broken_at"] is None


def test_page_shows_the_verifier_command_with_the_whole_hash(
    client: Client, finished_game: Game
) -> None:
    head = hash_at(finished_game, 30)
    assert f"verify FILE --head {head}<" in page(client, f"/check/?head={head}")
    assert "verify FILE --head HEAD<" in page(client, "/check/")


@pytest.mark.parametrize("digits", [16, 20, 63])
def test_part_of_a_hash_proves_nothing(
    client: Client, finished_game: Game, digits: int
) -> None:
    answer = client.get("/check/", {"head": hash_at(finished_game, 30)[:digits]})
    assert answer.status_code == 400
    assert alert_on(answer)
    assert "found" not in answer.context


def test_pasted_text_is_cleaned(client: Client, finished_game: Game) -> None:
    head = hash_at(finished_game, 5)
    foot = f"Checksum of game {finished_game.slug}, event 5:\n {head.upper()}\n"
    for pasted in (
        foot,
        f" {head[:32]}\n{head[32:]} ",
        f"> {head[:50]}\r\n> {head[50:]}",
    ):
        assert found(client, pasted)[:2] == (finished_game.slug, 5)


def test_page_explains_a_hash_that_is_not_found(
    client: Client, finished_game: Game
) -> None:
    head = "0123456789abcdef" * 4
    answer = ask(client, head)
    assert (answer["found"], answer["searched"]) == (None, None)
    html = page(client, f"/check/?head={head}")
    (reasons,) = re.findall(r'class="note-bad" role="status".*?</ul>', html, re.DOTALL)
    assert reasons.count("<li>") == 3


@pytest.mark.parametrize("typed", ["abc", "1234567", "xyzxyzxyz", "g" * 64, "🙂" * 9])
def test_invalid_hash_is_refused(client: Client, db: None, typed: str) -> None:
    answer = client.get("/check/", {"head": typed})
    assert answer.status_code == 400
    assert alert_on(answer)


def test_unknown_game_is_named(client: Client, finished_game: Game) -> None:
    answer = client.get("/check/", {"head": finished_game.head, "game": "nosuchgame"})
    assert answer.status_code == 404
    assert alert_on(answer)


def test_page_without_a_hash_shows_a_form(client: Client, db: None) -> None:
    assert values_of(page(client, "/check/"), "game") == [""]
    assert 'value="abcdefghjk"' in page(client, "/check/?game=abcdefghjk")


def test_changed_log_is_detected(client: Client, finished_game: Game) -> None:
    early, late = hash_at(finished_game, 10), hash_at(finished_game, 60)
    tamper(finished_game, 40)
    assert found(client, early) == (finished_game.slug, 10, True, 40)
    assert found(client, late) == (finished_game.slug, 60, False, 40)
    assert 'class="note-bad" role="status"' in page(client, f"/check/?head={late}")


def test_changed_log_with_new_hashes_is_detected(
    client: Client, finished_game: Game
) -> None:
    """Somebody who computes all hashes again cannot change old emails."""
    old = hash_at(finished_game, 60)
    tamper(finished_game, 60, hash="a" * 64)
    answer = ask(client, old, finished_game.slug)
    assert (answer["found"], answer["searched_broken_at"]) == (None, 60)


def tamper(game: Game, sequence: int, **columns: object) -> None:
    """Change an event as only somebody with access to the database can."""
    changes = columns or {"command": "forest 7"}
    with without_triggers():
        StoredEvent.objects.filter(game=game, sequence=sequence).update(**changes)


def test_checks_are_limited(client: Client, finished_game: Game) -> None:
    for _ in range(limits.CHECKS.most):
        limits.CHECKS.spend("127.0.0.1", now=database_now())
    answer = client.get("/check/", {"head": finished_game.head})
    assert answer.status_code == 429
    assert client.get("/check/").status_code == 200


def test_email_leads_to_what_it_proves(two_player_game: Game, client: Client) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    due = OutgoingMail.objects.filter(game=two_player_game).latest("pk")
    game = Game.objects.get(pk=two_player_game.pk)
    message = message_for(due, now=NOW)
    head = f"{game.slug} {game.version} {game.head}"
    assert message.extra_headers["X-Game-Head"] == head
    html = unescape(str(message.alternatives[0][0]))
    (link,) = re.findall(r'href="([^"]+/check/[^"]+)"', html)
    for body in (html, str(message.body)):
        assert body.count(game.head) == body.count(link) == 1
    shown = client.get(urlsplit(link).path + "?" + urlsplit(link).query)
    assert shown.context["found"].is_unchanged


# The record


def record(game: Game) -> str:
    return f"/games/{game.slug}/record.jsonl"


def auditor(user: User) -> Client:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="audit_game"))
    return signed_in(User.objects.get(pk=user.pk))


def whole(answer: object) -> str:
    return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]


def test_anybody_can_download_the_record_of_a_finished_game(
    client: Client, finished_game: Game, tmp_path: Path
) -> None:
    answer = client.get(record(finished_game))
    assert answer.status_code == 200
    name = f'attachment; filename="{finished_game.slug}-record.jsonl"'
    assert answer["Content-Disposition"] == name
    file = tmp_path / "game.jsonl"
    file.write_text(whole(answer))
    head = hash_at(finished_game, 30)
    command = [sys.executable, "-m", "stoneage_core", "verify", str(file)]
    checked = subprocess.run(
        [*command, "--head", head], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_record_of_a_running_game_is_only_for_auditors(
    client: Client, two_player_game: Game, alice: User, carol: User, dave: User
) -> None:
    dave.is_staff = True
    dave.save()
    for reader in (client, signed_in(alice), signed_in(carol), signed_in(dave)):
        answer = reader.get(record(two_player_game))
        assert answer.status_code == 403
        assert answer.context["sentence"] == NOT_YET
    answer = auditor(carol).get(record(two_player_game))
    verdict = audit.verify(whole(answer))
    assert (verdict.game, verdict.finding) == (two_player_game.slug, None)


def test_auditor_who_plays_cannot_read_the_record(
    two_player_game: Game, alice: User
) -> None:
    assert auditor(alice).get(record(two_player_game)).status_code == 403


def test_record_contains_no_personal_data_and_no_seed(
    client: Client, finished_game: Game, two_player_game: Game, carol: User
) -> None:
    text = whole(client.get(record(finished_game))).lower()
    for word in ("alice", "bob", "example.org", "@"):
        assert word not in text
    running = whole(auditor(carol).get(record(two_player_game)))
    assert bytes(two_player_game.seed.secret).hex() not in running


def test_result_page_says_how_to_check(client: Client, finished_game: Game) -> None:
    html = page(client, f"/games/{finished_game.slug}/result/")
    assert f'href="{record(finished_game)}"' in html
    assert f'href="/check/?game={finished_game.slug}"' in html
    assert f'href="/games/{finished_game.slug}/report/"' in html


def test_unknown_game_has_no_record(client: Client, db: None) -> None:
    assert client.get("/games/nosuchgame/record.jsonl").status_code == 404
