"""Each kind of mail is one class."""

import pytest
from django.template.loader import get_template

from games.signals import GameAdvanced
from notifications.mails.base import KINDS, AfterMove, MailKind
from notifications.models import Kind, OutgoingMail, Topic
from notifications.sending.channels import CHANNELS
from stoneage_core.events.base import Event


def test_every_kind_has_one_class_and_fits_its_column() -> None:
    assert set(KINDS) == set(Kind)
    longest = OutgoingMail._meta.get_field("kind").max_length
    assert longest is not None
    assert max(map(len, Kind.values)) <= longest


def test_kind_cannot_be_defined_twice() -> None:
    with pytest.raises(AssertionError, match="reminder is defined twice"):
        type("AnotherReminderMail", (MailKind,), {"kind": Kind.REMINDER})
    assert type(KINDS[Kind.REMINDER]).__name__ == "ReminderMail"


def test_every_emailed_kind_has_three_templates() -> None:
    for kind in (each for each in KINDS.values() if each.kind not in CHANNELS):
        for ending in ("subject.txt", "txt", "html"):
            get_template(f"emails/{kind.template}.{ending}")


def test_ranks_of_kinds_after_a_decision_are_distinct() -> None:
    ranks = [kind.rank for kind in KINDS.values() if isinstance(kind, AfterMove)]
    assert len(ranks) == len(set(ranks))


def test_kinds_after_a_decision_name_events() -> None:
    for kind in KINDS.values():
        of_moves = [one for one in kind.on if issubclass(one, Event | GameAdvanced)]
        assert of_moves in ([], [*kind.on]), kind.kind
        assert not isinstance(kind, AfterMove) or of_moves, kind.kind


def test_every_unsolicited_mail_can_be_limited() -> None:
    """Mails without a topic are about an account or a link, or can be turned off."""
    unasked = {kind.kind for kind in KINDS.values() if kind.can_be_requested_by_anybody}
    invitations = {
        *(Kind.INVITATION, Kind.INVITATION_REMINDER, Kind.SEAT_OFFER),
        Kind.LEAGUE_INVITATION,
    }
    assert invitations <= unasked
    for kind in unasked:
        expected = Topic.INVITATIONS if kind in invitations else None
        assert KINDS[kind].topic == expected
