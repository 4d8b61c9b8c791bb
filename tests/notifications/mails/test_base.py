"""Each kind of mail is one class, declared whole."""

import pytest
from django.template.loader import get_template

from games.signals.games import GameAdvanced
from notifications.mails.after_move import AfterMove
from notifications.mails.base import KINDS, MailKind
from notifications.models import Kind, OutgoingMail, Topic
from notifications.sending.channels import CHANNELS
from stoneage_core.events.base import Event


def test_every_stored_name_has_one_class_and_fits_its_column() -> None:
    assert set(KINDS) == set(Kind)
    longest = OutgoingMail._meta.get_field("kind").max_length
    assert longest is not None
    assert max(map(len, Kind.values)) <= longest


def test_a_name_cannot_be_taken_twice() -> None:
    with pytest.raises(AssertionError, match="reminder is defined twice"):
        type("AnotherReminderMail", (MailKind,), {"kind": Kind.REMINDER})
    assert type(KINDS[Kind.REMINDER]).__name__ == "ReminderMail"


def test_every_kind_that_is_mailed_has_three_templates() -> None:
    for kind in (each for each in KINDS.values() if each.kind not in CHANNELS):
        for ending in ("subject.txt", "txt", "html"):
            get_template(f"emails/{kind.template}.{ending}")


def test_of_what_a_decision_calls_for_it_is_clear_what_comes_first() -> None:
    ranks = [kind.rank for kind in KINDS.values() if isinstance(kind, AfterMove)]
    assert len(ranks) == len(set(ranks))


def test_what_follows_a_decision_is_called_for_by_its_events_or_by_any() -> None:
    for kind in KINDS.values():
        of_moves = [one for one in kind.on if issubclass(one, Event | GameAdvanced)]
        assert of_moves in ([], [*kind.on]), kind.kind
        assert not isinstance(kind, AfterMove) or of_moves, kind.kind


def test_whoever_has_a_mail_sent_to_others_can_be_refused() -> None:
    """What comes unasked either can be turned off, or is about an account or a link."""
    unasked = {kind.kind for kind in KINDS.values() if kind.is_unasked}
    invitations = {Kind.INVITATION, Kind.SEAT_OFFER}
    assert invitations <= unasked
    for kind in unasked:
        expected = Topic.INVITATIONS if kind in invitations else None
        assert KINDS[kind].topic == expected
