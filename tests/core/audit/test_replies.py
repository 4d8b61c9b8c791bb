"""Decisions by email: the verdict reports the email's SHA-256 and signature."""

from datetime import timedelta
from hashlib import sha256

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.authorship import events_after_mail
from stoneage_core.audit.explanation import explain_events
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.commands import PlayMove
from stoneage_core.notation import from_text
from tests.core.audit.record_forger import record
from tests.core.beaconed import BeaconedGame
from tests.core.cli.test_verify import verified

MAIL = b"From: ann@example.org\r\n\r\nforest 3\r\n"
DIGEST = sha256(MAIL).hexdigest()


def answered(*, is_signed: bool = True, is_recorded: bool = True) -> BeaconedGame:
    """Return a game in which player 1 placed people by email."""
    game = BeaconedGame()
    game.takes_beacon()
    if is_recorded:
        game.decides(ReplyReceived(0, DIGEST, is_signed))
    game.decides(PlayMove(from_text("forest 3")), 0, "reply")
    return game


def test_a_decision_by_a_signed_email_is_listed():
    game = answered()
    verdict = verify(game.text)
    (at,) = verdict.mailed.signed
    assert verdict.mailed == ((at,), (), ())
    assert game.entries[at - 1].command == "forest 3"
    told = f"Decided by email, signed by the sender’s domain: events {at}."
    assert told in in_words(verdict)


def test_a_decision_by_an_unsigned_email_is_listed():
    verdict = verify(answered(is_signed=False).text)
    assert len(verdict.mailed.unsigned) == 1
    assert "without such a signature" in in_words(verdict)


def test_a_decision_without_a_recorded_email_is_listed():
    verdict = verify(answered(is_recorded=False).text)
    assert len(verdict.mailed.unrecorded) == 1
    assert "emails that are not in the record" in in_words(verdict)


def test_an_explanation_describes_the_email():
    for game, told in (
        (
            answered(),
            f"It was made by an email signed by its domain, with SHA-256 {DIGEST}.",
        ),
        (answered(is_signed=False), "It was made by an email not signed by its domain"),
        (
            answered(is_recorded=False),
            "It was made by an email that is not in the record.",
        ),
    ):
        at = next(each.sequence for each in game.entries if each.source == "reply")
        assert told in explain_events(game.text, [at])


def test_an_email_of_another_player_does_not_count():
    game = BeaconedGame()
    game.takes_beacon()
    game.decides(ReplyReceived(1, DIGEST, is_signed=True))
    game.decides(PlayMove(from_text("forest 3")), 0, "reply")
    assert len(verify(game.text).mailed.unrecorded) == 1


def test_a_game_without_emails_lists_none():
    assert verify(record("finished")).mailed == ((), (), ())


def test_verify_reply_finds_the_events_of_an_email(tmp_path, capsys):
    game = answered()
    file, mail = tmp_path / "game.jsonl", tmp_path / "mail.eml"
    file.write_text(game.text, "utf-8")
    mail.write_bytes(MAIL)
    assert verified(file, "--reply", mail) == 0
    (at,) = events_after_mail(game.text, DIGEST)
    assert f"led to event {at}." in capsys.readouterr().out
    mail.write_bytes(MAIL + b" ")
    assert verified(file, "--reply", mail) == 1
    assert "No event follows that email" in capsys.readouterr().out


def test_an_email_of_another_moment_does_not_count():
    game = BeaconedGame()
    game.takes_beacon()
    game.decides(ReplyReceived(0, DIGEST, is_signed=True))
    game.now += timedelta(seconds=1)
    game.decides(PlayMove(from_text("forest 3")), 0, "reply")
    verdict = verify(game.text)
    assert verdict.finding is None
    assert len(verdict.mailed.unrecorded) == 1
