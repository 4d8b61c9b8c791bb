"""
The staff, or whoever runs the service, decide with a player's own link or address.

On the page nothing finds it: the record says it was whoever held link or session. Where
the player had a passkey, it says that it did not sign. A
decision by mail names its mail by its SHA-256: the service cannot show a mail that the
player's mail provider signed, unless the player wrote it.
"""

from stoneage_core.audit import in_words, verify
from tests.core.record_forger import record
from tests.core.test_audit_replies import MAIL, answered


def test_on_the_page_a_link_is_as_good_as_its_player() -> None:
    assert "Decided by mail" not in in_words(verify(record("finished")))


def test_a_mail_that_was_never_written_cannot_be_shown() -> None:
    """It may be claimed; then a mail with that SHA-256 and a signature is owed."""
    game = answered()
    claimed = in_words(verify(game.text))
    assert "Decided by mail, signed by the sender’s domain" in claimed
    assert MAIL.startswith(b"From: ")


def test_a_decision_by_mail_without_a_mail_is_named() -> None:
    assert "Decided by mails that the record does not tell" in in_words(
        verify(answered(told=False).text)
    )


def test_a_move_without_the_passkey_that_its_player_had_is_named() -> None:
    told = in_words(verify(record("signed")))
    assert "without the passkey that the seat had: events 24." in told
