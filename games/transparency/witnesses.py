"""Cosignatures of witnesses below the site's checkpoints."""

from datetime import UTC, datetime, timedelta

from django.db.models import Max

from games.errors import Refused
from games.models import Checkpoint, Cosignature
from games.transparency.keys import witness_keys
from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.checkpoints import read_tree_head, who_signed
from stoneage_core.transparency.notes import BadNote, read_note

#: How far a witness's clock may be ahead of ours.
_AHEAD = timedelta(hours=1)


def add_cosignatures(text: str, *, now: datetime) -> int:
    """
    Store the signatures of witnesses below one of our checkpoints. Return how many.

    Signatures that are stored already count, too. Raise Refused: (invalid) if the text
    is no such note, or a signature is bad or dated in the future, (not_there) if the
    checkpoint is not ours, (forbidden) if no configured witness signed it.
    """
    try:
        note = read_note(text)
        head = read_tree_head(note)
    except BadNote as error:
        raise Refused("invalid", f"This is no checkpoint: {error}.") from error
    checkpoint = Checkpoint.objects.filter(
        log__origin=head.origin, size=head.size, note__startswith=f"{note.text}\n"
    ).first()
    if checkpoint is None:
        raise Refused("not_there", "This service has made no such checkpoint.")
    known = [key for key in witness_keys() if note.signature_of(key) is not None]
    if not known:
        raise Refused("forbidden", "None of these witnesses is known here.")
    for key, signed in zip(known, who_signed(note, known), strict=True):
        signature = note.signature_of(key)
        assert signature is not None
        if signed.check is not SignatureCheck.GOOD or signed.seconds is None:
            raise Refused("invalid", f"The signature of {key.name} is bad.")
        if signed.seconds > (now + _AHEAD).timestamp():
            raise Refused(
                "invalid", f"The signature of {key.name} is dated in the future."
            )
        Cosignature.objects.get_or_create(
            checkpoint=checkpoint,
            witness=key.name,
            defaults={
                "line": signature.line,
                "signed_at": datetime.fromtimestamp(signed.seconds, UTC),
            },
        )
    return len(known)


def witnesses_of(log_id: int) -> list[tuple[str, int | None, datetime | None]]:
    """Return each configured witness, the size that it signed last, and when."""
    signed = Cosignature.objects.filter(checkpoint__log=log_id)
    rows = signed.values_list("witness").annotate(
        Max("checkpoint__size"), Max("signed_at")
    )
    last = {name: (size, at) for name, size, at in rows}
    return [(key.name, *last.get(key.name, (None, None))) for key in witness_keys()]
