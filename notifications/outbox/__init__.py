"""The outbox: mails as rows, which are posted, claimed, sent and settled."""

from notifications.outbox.rows import (
    LEASE,
    OUTAGE_PAUSE,
    claim,
    claimed,
    give_up_lost,
    note_failed,
    note_refused,
    note_sent,
    note_shown,
    note_skipped,
    post,
    release,
    send_again,
)

__all__ = [
    "LEASE",
    "OUTAGE_PAUSE",
    "claim",
    "claimed",
    "give_up_lost",
    "note_failed",
    "note_refused",
    "note_sent",
    "note_shown",
    "note_skipped",
    "post",
    "release",
    "send_again",
]
