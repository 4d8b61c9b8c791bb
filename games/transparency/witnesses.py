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
    Keep the signatures of witnesses below one of our checkpoints; return how many.

    One that is kept already counts too. Raise Refused (invalid) where the text is no
    such note, a signature does not hold or is of a day to come; (not_there) where we
    made no such checkpoint; (forbidden) where none of the witnesses is one that we
    know.
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
        raise Refused("forbidden", "None of these witnesses is named here.")
    for key, signed in zip(known, who_signed(note, known), strict=True):
        signature = note.signature_of(key)
        assert signature is not None
        if signed.check is not SignatureCheck.GOOD or signed.seconds is None:
            raise Refused("invalid", f"The signature of {key.name} does not hold.")
        if signed.seconds > (now + _AHEAD).timestamp():
            raise Refused(
                "invalid", f"The signature of {key.name} is of a day to come."
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
    """Return the witnesses that the operator names, what each signed last, and when."""
    signed = Cosignature.objects.filter(checkpoint__log=log_id)
    rows = signed.values_list("witness").annotate(
        Max("checkpoint__size"), Max("signed_at")
    )
    last = {name: (size, at) for name, size, at in rows}
    return [(key.name, *last.get(key.name, (None, None))) for key in witness_keys()]
