"""
Witnesses cosign the site's checkpoints, so that it cannot show two different logs.

We are a client of C2SP's ``tlog-witness``: each witness gets the newest checkpoint with
a proof that the log only grew since the last one that it cosigned.
"""

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from django.db.models import Max

from games.background.outgoing_http import Answer, PostFailed, exchange, first_line
from games.background.sweep import Sweep
from games.models import Checkpoint, Cosignature, TransparencyLog
from games.transparency.keys import Witness, witnesses
from games.transparency.logs import current_log, newest_checkpoint
from games.transparency.nodes import consistency_path
from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.checkpoints import who_signed
from stoneage_core.transparency.notes import BadNote, NoteSignature, read_note
from stoneage_core.transparency.proofs import ConsistencyProof

#: How far the clock of a witness may differ from ours.
CLOCK_SKEW = timedelta(minutes=1)
#: The largest answer in bytes: some signature lines.
LARGEST_ANSWER = 20_000
#: After this time without a cosignature of a witness, /healthz names it.
LONGEST_SILENCE = timedelta(hours=1)

_SIZE = re.compile(rb"(0|[1-9][0-9]{0,18})\n")
_MEANINGS = {
    403: "it does not know the key that signs our log",
    404: "it does not know our log: give it the origin and the key on /log/",
    422: "it says that our log did not only grow",
}


class WitnessFailed(Exception):
    """A witness did not cosign a checkpoint; the message says why."""


def find_due_witnesses(now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the ids of the witnesses that have not cosigned the newest checkpoint."""
    log = current_log()
    newest = newest_checkpoint(log) if log else None
    known = witnesses()
    if newest is None or not known:
        return []
    signed = set(newest.cosignatures.values_list("witness", flat=True))
    due = [id_of(each) for each in known if each.key.name not in signed]
    return [each for each in due if each not in but]


def id_of(witness: Witness) -> int:
    """Return the id of a witness's key as a number, to count attempts by."""
    return int.from_bytes(witness.key.key_id)


def ask_witness(witness_id: int, now: datetime) -> bool:
    """
    Let a witness cosign the newest checkpoint. Return False if there is none.

    Makes at most two requests, outside of any transaction, each with a limit on time
    and size. Raise WitnessFailed if the witness does not cosign.
    """
    witness = next((each for each in witnesses() if id_of(each) == witness_id), None)
    log = current_log()
    checkpoint = newest_checkpoint(log) if log else None
    if witness is None or log is None or checkpoint is None:
        return False
    try:
        signature, seconds = _cosign(witness, log, checkpoint, now)
    except (PostFailed, BadNote) as error:
        raise WitnessFailed(f"{witness.key.name}: {error}") from error
    Cosignature.objects.get_or_create(
        checkpoint=checkpoint,
        witness=witness.key.name,
        defaults={
            "line": signature.line,
            "signed_at": datetime.fromtimestamp(seconds, UTC),
        },
    )
    return True


#: Asks the witnesses, with counted attempts. It is never given up.
COSIGNING = Sweep("cosignature of witness", find_due_witnesses, ask_witness)


def _cosign(
    witness: Witness, log: TransparencyLog, checkpoint: Checkpoint, now: datetime
) -> tuple[NoteSignature, int]:
    """Return the cosignature of a checkpoint, and its Unix time. Raise BadNote."""
    signed = Cosignature.objects.filter(
        checkpoint__log=log, witness=witness.key.name
    ).aggregate(size=Max("checkpoint__size"))
    old = signed["size"] or 0
    answer = _send(witness, log, checkpoint, old)
    if answer.status == 409:
        # It cosigned a checkpoint whose signature we never received.
        answer = _send(witness, log, checkpoint, _size_in(answer, old, checkpoint.size))
    if answer.status != 200:
        said = _MEANINGS.get(answer.status) or first_line(answer.body)[:100]
        raise BadNote(f"it answers {answer.status}: {said or answer.reason}")
    try:
        note = read_note(checkpoint.note + answer.body.decode())
    except UnicodeDecodeError as error:
        raise BadNote("its answer is not UTF-8") from error
    (result,) = who_signed(note, [witness.key])
    signature = note.signature_of(witness.key)
    if note.text != read_note(checkpoint.note).text or signature is None:
        raise BadNote("its answer is not a signature of its key")
    if result.check is not SignatureCheck.GOOD or result.seconds is None:
        raise BadNote("its signature is bad")
    earliest, latest = checkpoint.made_at - CLOCK_SKEW, now + CLOCK_SKEW
    if not earliest.timestamp() <= result.seconds <= latest.timestamp():
        raise BadNote("the time of its signature is wrong: is its clock, or ours?")
    return signature, result.seconds


def _send(
    witness: Witness, log: TransparencyLog, checkpoint: Checkpoint, old: int
) -> Answer:
    path = consistency_path(log, old, checkpoint.size) if old else []
    body = ConsistencyProof(old, tuple(path), read_note(checkpoint.note))
    return exchange(
        f"{witness.url}/add-checkpoint",
        str(body).encode(),
        {"Content-Type": "text/plain; charset=utf-8"},
        longest=LARGEST_ANSWER,
    )


def _size_in(answer: Answer, named: int, ours: int) -> int:
    """Return the size of the last checkpoint that a witness says it cosigned."""
    found = _SIZE.fullmatch(answer.body)
    if found is None or int(found[1]) == named:
        raise BadNote("it answers 409 without the size that it has cosigned")
    if int(found[1]) > ours:
        raise BadNote(f"it has cosigned {int(found[1])} entries, and we have {ours}")
    return int(found[1])


def witnesses_of(log_id: int) -> list[tuple[str, int | None, datetime | None]]:
    """Return each configured witness, the size that it signed last, and when."""
    signed = Cosignature.objects.filter(checkpoint__log=log_id)
    rows = signed.values_list("witness").annotate(
        Max("checkpoint__size"), Max("signed_at")
    )
    last = {name: (size, at) for name, size, at in rows}
    return [
        (each.key.name, *last.get(each.key.name, (None, None))) for each in witnesses()
    ]


def silent_witnesses(now: datetime) -> list[str]:
    """Return the witnesses that have not cosigned a checkpoint of an hour ago."""
    log = current_log()
    if log is None:
        return []
    silent = []
    for name, size, _ in witnesses_of(log.pk):
        missing = log.checkpoints.filter(size__gt=size or 0)
        if missing.filter(made_at__lt=now - LONGEST_SILENCE).exists():
            silent.append(name)
    return silent
