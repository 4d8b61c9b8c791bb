"""Mails made to keep whoever reads them busy, or to break them."""

from pathlib import Path
from random import Random
from time import process_time

from notifications.inbox.process import LONGEST_READING, ReadingTimeout, limit_seconds
from notifications.mail_text import bounds
from notifications.mail_text.parse import parse_mail
from tests.attacks.attack import Attack
from tests.harness.environment import ROOT

CORPUS = ROOT / "tests" / "notifications"


def hostile_mails(count: int) -> Attack:
    """Let each be looked at as the inbox does: refused at once, or read in time."""
    from tests.notifications.mail_text.test_bounds import TANGLES

    attack = Attack("hostile mails, each with its limit of computing")
    sources = [*TANGLES.values(), *spoilt(Random(7), count)]
    took = [read(source, attack) for source in sources]
    slowest = f"the slowest took {max(took):.2f} s of computing"
    attack.seen.append(f"{slowest}; {LONGEST_READING} are allowed")
    return attack


def spoilt(chance: Random, count: int) -> list[bytes]:
    """Return damaged copies of mails: bytes changed, doubled, cut and moved."""
    whole = [path.read_bytes() for path in sorted(Path(CORPUS).rglob("*.eml"))]
    return [spoil(chance.choice(whole), chance) for _ in range(count)]


def spoil(source: bytes, chance: Random) -> bytes:
    """Return a mail with some of its bytes spoilt."""
    changed = bytearray(source)
    for _ in range(chance.randrange(1, 20)):
        at = chance.randrange(len(changed) or 1)
        length = chance.randrange(40)
        match chance.randrange(4):
            case 0:
                changed[at : at + length] = chance.randbytes(length)
            case 1:
                del changed[at : at + length]
            case 2:
                changed[at:at] = changed[at : at + length] * chance.randrange(2, 60)
            case _:
                changed[at:at] = (
                    b"\r\nContent-Type: multipart/mixed; boundary=x\r\n--x\r\n"
                )
    return bytes(changed)


def read(source: bytes, attack: Attack) -> float:
    """Read a mail as the inbox does; return the seconds of computing."""
    began = process_time()
    try:
        with limit_seconds(LONGEST_READING):
            if bounds.is_plain(source):
                parse_mail(source)
        attack.note([])
    except ReadingTimeout:
        attack.note(["one took too long"])
    except Exception as error:  # it would be tried again, and then put aside
        attack.note([f"{type(error).__name__}: {error}"])
    return process_time() - began
