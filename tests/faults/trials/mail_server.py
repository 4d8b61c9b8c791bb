"""A mail server that defers, refuses, hangs, drops and drips."""

import time
from statistics import median
from threading import Event

from games.accounts.users import user_for_email
from games.now import database_now
from notifications.models import MailStatus, OutgoingMail
from tests.faults.players import Players, seats_of
from tests.faults.scene import FaultScene
from tests.harness.mail_server import DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG
from tests.support.mails import a_mail

#: Any fault at any stage, with a probability of one in five.
TRICKS = (b"451 4.3.0 later", b"421 4.3.2 down", b"554 5.7.1 no", DROP, HANG)
AFTER_TAKING = (TAKE_AND_DROP, TAKE_AND_HANG)
ONE_IN = 5
#: Seconds within which a fault is expected to happen.
SOON = 30.0
#: Seconds within which mails to other recipients are sent while one hangs.
BESIDE = 30.0
#: Ways to refuse everything: the stage, and the answer.
REFUSALS: tuple[tuple[str, bytes | str], ...] = (
    ("connect", b"421 4.3.2 busy"),
    ("rcpt", b"452 4.5.3 too many emails today"),
    ("ehlo", HANG),
)


def misbehave(scene: FaultScene, number: int) -> None:
    """Let the mail server fail once, at any stage."""
    done = Event()

    def trick(stage: str) -> bytes | str | None:
        if done.is_set() or scene.chance.randrange(ONE_IN):
            return None
        done.set()
        known = AFTER_TAKING if stage == "body" else ()
        return scene.chance.choice([*TRICKS, *known])

    scene.sink.mischief.at_random = trick
    done.wait(SOON)
    scene.sink.mischief.at_random = lambda stage: None


def count_refused(scene: FaultScene) -> None:
    refused = OutgoingMail.objects.filter(
        pk__gt=scene.began_mails_at, status=MailStatus.FAILED
    )
    scene.notes.append(f"{refused.count()} emails refused for good by 554")


def hang_for_one(scene: FaultScene, number: int) -> None:
    """Let the server hang for one recipient, and drip bytes for another."""
    hung, dripped = two_of(scene.players)
    scene.sink.mischief.hangs_for.add(hung.encode())
    scene.sink.mischief.drips_for.add(dripped.encode())


def hang_no_more(scene: FaultScene, number: int) -> None:
    report = scene.health()
    if report is None or report["mail_server_outage"]:
        scene.wrong.append("**two slow recipients counted as an outage**")
    scene.sink.mischief.hangs_for.clear()
    scene.sink.mischief.drips_for.clear()


def note_delays_of_others(scene: FaultScene) -> None:
    note_delays(scene, set(two_of(scene.players)))


def note_delays(scene: FaultScene, slow: set[str]) -> None:
    """Note after how many seconds emails to other people were sent."""
    mails = OutgoingMail.objects.filter(
        pk__gt=scene.began_mails_at, status=MailStatus.SENT
    ).exclude(user__email__in=slow)
    moments = mails.values_list("created_at", "sent_at")
    delays = [(sent - made).total_seconds() for made, sent in moments if sent] or [0.0]
    scene.notes.append(
        f"emails to others after {median(delays):.1f} s, {max(delays):.1f} s at most"
    )
    if max(delays) > BESIDE:
        scene.wrong.append("**others waited for the slow one**")


def two_of(players: Players) -> tuple[str, str]:
    """Return the addresses of two people in different games."""
    first, *_, last = [seat.user for seat in seats_of(players.games[:2])]
    assert first is not None
    assert last is not None
    return str(first.email), str(last.email)


def refuse_all(scene: FaultScene, number: int) -> None:
    """
    Refuse every email for an hour.

    Only the first time of a full run the hour is shorter, because nobody moves the
    clock: /healthz must complain within a minute.
    """
    stage, answer = REFUSALS[number]

    def refuse(at: str) -> bytes | str | None:
        return answer if at == stage else None

    scene.sink.mischief.at_random = refuse
    now = database_now()
    for name in ("first", "second"):  # no move makes these obsolete, unlike turn mails
        reader = user_for_email(email=f"{name}@example.org", now=now)
        a_mail(reader, now, f"{name} {stage} {time.monotonic_ns()}")
    if number or scene.is_quick:
        for _ in range(6):
            scene.wait(1)
            scene.pass_time(minutes=10)


def accept_again(scene: FaultScene, number: int) -> None:
    scene.sink.mischief.at_random = lambda stage: None
