"""Who decided by mail: told with the mail's SHA-256, and whether it was signed."""

from hashlib import sha256

from stoneage_core.audit import in_words, verify
from stoneage_core.audit.authorship import events_after_mail
from stoneage_core.audit.explanation import explain_event
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.commands import PlayMove
from stoneage_core.notation import from_text
from tests.core.audit.record_forger import record
from tests.core.beaconed import BeaconedGame
from tests.core.command_line.test_verify import verified

MAIL = b"From: ann@example.org\r\n\r\nforest 3\r\n"
DIGEST = sha256(MAIL).hexdigest()


def answered(*, is_signed: bool = True, told: bool = True) -> BeaconedGame:
    """A game in which player 1 placed people by mail."""
    game = BeaconedGame()
    game.takes_beacon()
    if told:
        game.decides(ReplyReceived(0, DIGEST, is_signed))
    game.decides(PlayMove(from_text("forest 3")), 0, "reply")
    return game


def test_a_signed_mail_is_told():
    game = answered()
    verdict = verify(game.text)
    (at,) = verdict.mailed.signed
    assert verdict.mailed == ((at,), (), ())
    assert game.entries[at - 1].command == "forest 3"
    told = f"Decided by mail, signed by the sender’s domain: events {at}."
    assert told in in_words(verdict)


def test_a_mail_without_a_signature_is_told_as_that():
    verdict = verify(answered(is_signed=False).text)
    assert len(verdict.mailed.told) == 1
    assert "without such a signature" in in_words(verdict)


def test_a_mail_that_the_record_does_not_tell_is_named():
    verdict = verify(answered(told=False).text)
    assert len(verdict.mailed.untold) == 1
    assert "mails that the record does not tell" in in_words(verdict)


def test_an_explanation_tells_what_is_known_of_the_mail():
    for game, told in (
        (answered(), f"By a mail signed by its domain, with SHA-256 {DIGEST}."),
        (answered(is_signed=False), "By a mail not signed by its domain"),
        (answered(told=False), "By a mail that the record does not tell."),
    ):
        at = next(each.sequence for each in game.entries if each.source == "reply")
        assert told in explain_event(game.text, at)


def test_the_mail_of_somebody_else_or_another_moment_is_none():
    game = BeaconedGame()
    game.takes_beacon()
    game.decides(ReplyReceived(1, DIGEST, is_signed=True))
    game.decides(PlayMove(from_text("forest 3")), 0, "reply")
    assert len(verify(game.text).mailed.untold) == 1


def test_on_the_page_nothing_is_told_of_mails():
    assert verify(record("finished")).mailed == ((), (), ())


def test_whoever_has_the_mail_finds_what_it_led_to(tmp_path, capsys):
    game = answered()
    file, mail = tmp_path / "game.jsonl", tmp_path / "mail.eml"
    file.write_text(game.text, "utf-8")
    mail.write_bytes(MAIL)
    assert verified(file, "--reply", mail) == 0
    (at,) = events_after_mail(game.text, DIGEST)
    assert f"led to event {at}." in capsys.readouterr().out
    mail.write_bytes(MAIL + b" ")
    assert verified(file, "--reply", mail) == 1
    assert "led to nothing in this game" in capsys.readouterr().out
