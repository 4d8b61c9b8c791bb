"""The site's log: heads enter it in batches, and it is served as tiles."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from games.log import stream
from games.models import Checkpoint, Game, LogLeaf, TransparencyLog, TreeNode
from games.models.transparency import Cosignature
from games.signals import ServiceRestored, publish
from games.transparency.keys import check_keys, signers_of
from games.transparency.log_proofs import find_entry, prove_consistency, prove_inclusion
from games.transparency.logs import current_log, read_published, write_published
from games.transparency.sequencer import oldest_unlogged_age, sequence_heads
from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency import monitor, notes, tiles
from stoneage_core.transparency.checkpoints import encode_hash, read_tree_head
from stoneage_core.transparency.logged_heads import LoggedHead
from tests.support.mails import Send
from tests.support.standing_time import NOW
from tests.support.transparency import KEY, OTHER_KEY, logged_games
from tests.support.triggers import without_triggers

pytestmark = pytest.mark.django_db


def note_of(log: TransparencyLog) -> notes.SignedNote:
    newest = log.checkpoints.order_by("-size").first()
    assert newest is not None
    return notes.read_note(newest.note)


def current() -> TransparencyLog:
    log = current_log()
    assert log is not None
    return log


def leaves_served(client: Client, log: TransparencyLog, start: int) -> Iterator[bytes]:
    """Return the leaves that a monitor reads, from an entry on."""
    size = read_tree_head(note_of(log)).size
    token = log.origin.rpartition("/")[2]
    for tile in tiles.tiles_of_leaves(start, size):
        answer = client.get(f"/log/{token}/{tile.path}")
        assert answer.status_code == 200
        at = tile.number * tiles.TILE_WIDTH
        yield from tiles.read_leaves(answer.content)[max(start - at, 0) :]


@pytest.mark.both_databases
def test_heads_enter_the_log_and_a_monitor_follows(
    log_key: str, client: Client
) -> None:
    games = logged_games(3)
    state = None
    for number, game in enumerate([games[0], games[1], games[0]]):
        if number == 2:
            Game.objects.filter(pk=game.pk).update(version=9, head="a" * 64)
        else:
            Game.objects.filter(pk=game.pk).update(version=5, head=f"{number}" * 64)
        sequence_heads(now=NOW)
        log = current()
        note = note_of(log)
        if state is None:
            (key,) = [notes.parse_vkey(note_key(log))]
            state = monitor.MonitorState(log.origin, key.vkey)
        state = monitor.follow_log(state, note, leaves_served(client, log, state.size))
        assert state.size == number + 1
    assert LogLeaf.objects.count() == 3
    assert oldest_unlogged_age(NOW) is None


def note_key(log: TransparencyLog) -> str:
    return signers_of(log.origin)[0].key.vkey


def test_there_is_no_log_without_a_key(settings: Settings) -> None:
    settings.TRANSPARENCY_KEYS = []
    logged_games(1, version=3)
    sequence_heads(now=NOW)
    assert current_log() is None


def test_no_checkpoint_is_signed_without_new_heads(log_key: str) -> None:
    logged_games(2, version=3)
    for _ in range(2):
        sequence_heads(now=NOW)
    assert Checkpoint.objects.count() == 1


@pytest.mark.both_databases
def test_database_refuses_changes_of_the_log(log_key: str) -> None:
    logged_games(2, version=3)
    sequence_heads(now=NOW)
    newest = Checkpoint.objects.get()
    row = {"checkpoint": newest}
    Cosignature.objects.create(witness="w", line="-", signed_at=NOW, **row)
    tables = (TransparencyLog, LogLeaf, TreeNode, Checkpoint, Cosignature)
    for table in tables:
        name = table._meta.db_table
        for statement in (f"DELETE FROM {name}", f"UPDATE {name} SET id = id + 100"):
            with (
                pytest.raises(DatabaseError, match="never changed or removed"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(statement)
    assert stream.missing_triggers(connection) == []


def test_proof_leads_from_a_game_to_the_checkpoint(log_key: str) -> None:
    games = logged_games(5, version=3)
    sequence_heads(now=NOW)
    for game in games:
        leaf = game.leaves.latest("sequence")
        proof = prove_inclusion(leaf)
        node = leaf.log.nodes.get(level=0, index=leaf.index)
        assert proof.check(bytes(node.hash)).size == 5
        entry = find_entry(Game.objects.get(pk=game.pk))
        assert entry is not None
        assert (entry.number, entry.size) == (leaf.index + 1, 5)
    assert find_entry(logged_games(1)[0]) is None


def test_log_proves_that_it_only_grew(log_key: str, client: Client) -> None:
    heads = []
    for _ in range(3):
        logged_games(2, version=3)
        sequence_heads(now=NOW)
        heads.append(read_tree_head(note_of(current())))
    log = current()
    for old in heads:
        for new in heads[heads.index(old) :]:
            assert prove_consistency(log, old.size, new.size).check(old) == new
    token = log.origin.rpartition("/")[2]
    assert client.get(f"/log/{token}/consistency/2/6").status_code == 200
    for nowhere in ("consistency/2/5", "consistency/0/6", "consistency/6/2"):
        assert client.get(f"/log/{token}/{nowhere}").status_code == 404


def test_log_is_served_at_standard_paths(log_key: str, client: Client) -> None:
    assert client.get("/log/checkpoint").status_code == 404
    logged_games(3, version=3)
    sequence_heads(now=NOW)
    log = current()
    token = log.origin.rpartition("/")[2]
    newest = client.get("/log/checkpoint").content
    assert newest == client.get(f"/log/{token}/checkpoint").content
    assert newest == client.get(f"/log/{token}/checkpoint/3").content
    key = notes.parse_vkey(note_key(log))
    note = notes.read_note(newest.decode())
    assert notes.check_note(note, key) is SignatureCheck.GOOD
    hashes = client.get(f"/log/{token}/tile/0/000.p/3")
    assert len(hashes.content) == 3 * 32
    for nowhere in (
        *("tile/0/000", "tile/0/000.p/4", "tile/entries/000", "tile/1/000.p/1"),
        *("tile/entries/x", "checkpoint/4"),
    ):
        assert client.get(f"/log/{token}/{nowhere}").status_code == 404
    assert client.get("/log/00000000/checkpoint").status_code == 404


def test_two_keys_sign_during_a_change_of_keys(
    log_key: str, settings: Settings
) -> None:
    settings.TRANSPARENCY_KEYS = [OTHER_KEY, KEY]
    logged_games(1, version=3)
    sequence_heads(now=NOW)
    assert len(note_of(current()).signatures) == 2


def test_older_database_begins_another_log(log_key: str, client: Client) -> None:
    games = logged_games(2, version=3)
    sequence_heads(now=NOW)
    with transaction.atomic():
        Game.objects.filter(pk=games[0].pk).update(version=4, head="b" * 64)
        sequence_heads(now=NOW)
        lost, first = note_of(current()), current()
        transaction.set_rollback(True)
    write_published(first, str(lost))
    Game.objects.filter(pk=games[1].pk).update(version=5, head="c" * 64)
    sequence_heads(now=NOW)
    log = current()
    assert log.follows == first
    assert log.origin != first.origin
    assert log.lost_checkpoint == str(lost)
    assert read_tree_head(note_of(log)).size == 2
    assert first.checkpoints.count() == 1
    assert read_published(log) == ""  # nothing was committed in this test
    page = client.get("/log/").content.decode()
    assert "1 entry after that had been shown already" in page
    assert first.origin in page


def test_recorded_restore_begins_another_log(log_key: str) -> None:
    publish(ServiceRestored(NOW, now=NOW))
    assert current_log() is None
    logged_games(1, version=3)
    sequence_heads(now=NOW)
    first = current()
    for _ in range(2):  # recording the same restore twice begins no third one
        publish(ServiceRestored(NOW, now=NOW))
    assert current().follows == first
    sequence_heads(now=NOW)
    assert read_tree_head(note_of(current())).origin != first.origin


def test_waiting_time_of_heads_is_measured(log_key: str, two_player_game: Game) -> None:
    assert oldest_unlogged_age(NOW + timedelta(seconds=30)) == timedelta(seconds=30)
    sequence_heads(now=NOW)
    assert oldest_unlogged_age(NOW + timedelta(seconds=30)) is None


def test_invalid_keys_are_reported(settings: Settings) -> None:
    settings.TRANSPARENCY_KEYS = ["short"]
    (found,) = check_keys()
    assert found.id == "games.E001"
    settings.TRANSPARENCY_KEYS, settings.TRANSPARENCY_WITNESSES = [KEY], ["nobody"]
    (found,) = check_keys()
    assert "“nobody” is not a key" in found.msg
    settings.TRANSPARENCY_WITNESSES = []
    assert list(check_keys()) == []
    settings.TRANSPARENCY_KEYS, settings.SITE_IS_LOCAL = [], False
    (found,) = check_keys()
    assert found.id == "games.I001"


def report_of_check(*slugs: str) -> str:
    """Return the report of ``check_streams``, or ''."""
    out = StringIO()
    try:
        call_command("check_streams", *slugs, "--allow-empty", stdout=out)
    except CommandError:
        return out.getvalue()
    return ""


def test_check_of_all_games_includes_the_log(
    log_key: str, two_player_game: Game
) -> None:
    sequence_heads(now=NOW)
    assert report_of_check() == ""
    log, leaf = current(), LogLeaf.objects.get()
    heads = {"alias": "a" * 64, "sequence": leaf.sequence, "head": "b" * 64}
    for data, sentence in (
        (leaf.data.replace(two_player_game.head, "c" * 64), "has another hash than"),
        (LoggedHead(**heads).data.decode(), "belongs to another game"),
        ("[]", "a leaf cannot be read"),
    ):
        with without_triggers():
            LogLeaf.objects.filter(pk=leaf.pk).update(data=data)
        assert sentence in report_of_check()
        assert f"The log {log}: entry 0" in report_of_check()
    with without_triggers():
        LogLeaf.objects.all().delete()
    assert "the checkpoint of 1 has no entries" in report_of_check()


def test_email_quotes_the_log_in_a_header(
    log_key: str, two_player_game: Game, send: Send
) -> None:
    mails = send(NOW + timedelta(hours=1))
    (mail,) = [each for each in mails if "Your turn" in each.subject][:1]
    head = read_tree_head(note_of(current()))
    assert mail.extra_headers["X-Log-Tree"] == f"1 1 {encode_hash(head.root)}"


def test_emails_are_sent_although_the_log_fails(
    log_key: str, two_player_game: Game, send: Send, settings: Settings
) -> None:
    settings.TRANSPARENCY_KEYS = ["broken"]
    mails = send(NOW + timedelta(hours=1))
    assert mails
    assert not any("in the log of all games" in str(each.body) for each in mails)
