"""A mail server that defers, refuses, hangs, drops and drips."""

import time
from statistics import median

from games.accounts.users import user_for_email
from games.now import database_now
from notifications.models import MailStatus, OutgoingMail
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Players
from tests.faults.scene import FaultScene, playing
from tests.harness.mail_server import DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG
from tests.harness.servers import Servers
from tests.support.mails import a_mail
from tests.support.waiting import wait_for

#: Any fault at any stage, with a probability of one in five.
TRICKS = (b"451 4.3.0 later", b"421 4.3.2 down", b"554 5.7.1 no", DROP, HANG)
AFTER_TAKING = (TAKE_AND_DROP, TAKE_AND_HANG)
ONE_IN = 5
#: Seconds within which mails to other recipients are sent while one hangs.
BESIDE = 30.0
#: Ways to refuse everything: the stage, the answer, and the reason in /healthz.
REFUSALS: tuple[tuple[str, bytes | str, str], ...] = (
    ("connect", b"421 4.3.2 busy", "421 4.3.2 busy"),
    ("rcpt", b"452 4.5.3 too many emails today", "452 4.5.3 too many emails today"),
    ("ehlo", HANG, "timed out"),
)
#: Seconds until the outage is reported: an email may wait for a minute, and a new web
#: process reports no delays for as long.
NOTICED = 150.0
ACCEPTS_NOTHING = "The mail server has accepted no email since"


def misbehave(servers: Servers, tricks: int) -> FaultOutcome:
    """Let a mail server fail at any stage, so many times."""
    with playing(servers, idle=2, EMAIL_TIMEOUT="2") as scene:
        done = 0

        def trick(stage: str) -> bytes | str | None:
            nonlocal done
            if done >= tricks or scene.chance.randrange(ONE_IN):
                return None
            done += 1
            known = AFTER_TAKING if stage == "body" else ()
            return scene.chance.choice([*TRICKS, *known])

        scene.sink.mischief.at_random = trick
        with scene.players:
            while done < tricks:
                scene.wait(0.5)
        refused = OutgoingMail.objects.filter(
            pk__gt=scene.began_mails_at, status=MailStatus.FAILED
        )
        outcome = scene.outcome("mail server: 4xx, 5xx, hangs, breaks off", done)
        outcome.notes.append(f"{refused.count()} emails refused for good by 554")
        return outcome


def hang_for_one(servers: Servers, seconds: int) -> FaultOutcome:
    """Let the server hang for one recipient, and drip bytes for another."""
    with playing(servers, idle=2) as scene:
        hung, dripped = two_of(scene.players)
        mischief = scene.sink.mischief
        mischief.hangs_for.add(hung.encode())
        mischief.drips_for.add(dripped.encode())
        with scene.players:
            scene.wait(seconds)
            report = scene.health()
            if report is None or report["mail_server_outage"]:
                scene.wrong.append("**two slow recipients counted as an outage**")
        mischief.hangs_for.clear()
        mischief.drips_for.clear()
        delays = delays_of_others(scene, {hung, dripped})
        scene.notes.append(
            f"emails to all others after {median(delays):.1f} s, "
            f"{max(delays):.1f} s at most"
        )
        if max(delays) > BESIDE:
            scene.wrong.append("**others waited for the slow one**")
        return scene.outcome("mail server: one recipient hangs, one is very slow", 2)


def refuse_all(servers: Servers, refusals: int) -> FaultOutcome:
    """Let the server refuse everything; /healthz reports it until it accepts again."""
    with playing(servers, EMAIL_TIMEOUT="2") as scene:
        slowest = 0.0
        with scene.players:
            for stage, answer, words in REFUSALS[:refusals]:
                wait_for(scene.sink.taken.total)

                def refuse(
                    at: str, stage: str = stage, answer: bytes | str = answer
                ) -> bytes | str | None:
                    return answer if at == stage else None

                scene.sink.mischief.at_random = refuse
                owe_two_mails(stage)
                scene.expect_complaint(ACCEPTS_NOTHING, words, within=NOTICED)
                scene.sink.mischief.at_random = lambda stage: None
                slowest = max(slowest, accepted_again(scene))
        scene.notes.append(f"`/healthz` content again after {slowest:.0f} s at most")
        return scene.outcome("mail server refused everything", refusals)


def owe_two_mails(key: str) -> None:
    """Post mails to two people that no move makes obsolete, unlike turn mails."""
    now = database_now()
    for name in ("first", "second"):
        reader = user_for_email(email=f"{name}@example.org", now=now)
        a_mail(reader, now, f"{name} {key} {time.monotonic_ns()}")


def accepted_again(scene: FaultScene) -> float:
    """Return after how many seconds /healthz stops reporting the outage."""
    began_at = time.monotonic()
    while time.monotonic() - began_at < NOTICED:
        report = scene.health()
        if report is not None and not report["mail_server_outage"]:
            return time.monotonic() - began_at
        time.sleep(0.2)
    scene.wrong.append("**/healthz went on to complain**")
    return NOTICED


def two_of(players: Players) -> tuple[str, str]:
    """Return the addresses of two people in different games."""
    from tests.faults.players import seats_of

    first, *_, last = [seat.user for seat in seats_of(players.games[:2])]
    assert first is not None
    assert last is not None
    return str(first.email), str(last.email)


def delays_of_others(scene: FaultScene, slow: set[str]) -> list[float]:
    """Return for how many seconds each mail to other people was due."""
    time.sleep(1)
    mails = OutgoingMail.objects.filter(
        pk__gt=scene.began_mails_at, status=MailStatus.SENT
    ).exclude(user__email__in=slow)
    moments = mails.values_list("created_at", "sent_at")
    return [(sent - made).total_seconds() for made, sent in moments if sent] or [0.0]
