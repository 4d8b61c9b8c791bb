"""Observations of the mail doctor, each with a remedy, and DNS look-ups."""

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from dns.exception import DNSException
from dns.name import from_text
from dns.rdata import Rdata
from dns.rdtypes.txtbase import TXTBase
from dns.resolver import NXDOMAIN, NoAnswer, Resolver
from dns.reversename import from_address


class Grade(StrEnum):
    """The result of a check; ``UNSURE`` if only the operator can tell."""

    GOOD = "good"
    UNSURE = "unsure"
    BAD = "bad"


@dataclass(frozen=True)
class Observation:
    """The result of one check; ``remedy`` says what to change, or how to find out."""

    grade: Grade
    sentence: str
    remedy: str = ""


def good(sentence: str) -> Observation:
    return Observation(Grade.GOOD, sentence)


def unsure(sentence: str, remedy: str) -> Observation:
    return Observation(Grade.UNSURE, sentence, remedy)


def bad(sentence: str, remedy: str) -> Observation:
    return Observation(Grade.BAD, sentence, remedy)


def count_grades(observations: Iterable[Observation]) -> str:
    """Return a count by grade: '3 good, 1 unsure, 0 bad'."""
    counts = Counter(each.grade for each in observations)
    return ", ".join(f"{counts[grade]} {grade}" for grade in Grade)


#: In seconds, for all name servers and attempts together.
LONGEST = 5.0
PORT = 53

Lookup = Callable[[str, str], Sequence[str]]
"""Maps a name and a record type to the texts of all such records."""


class DnsAway(Exception):
    """No name server answered properly, so we know nothing about the name."""


def lookup_at(nameserver: str = "") -> Lookup:
    """
    Return a look-up function for ``host`` or ``host:port``; '' uses the system's
    resolver.

    The function raises DnsAway. Raises ValueError for an invalid address.
    """
    resolver = Resolver(configure=not nameserver)
    resolver.lifetime = LONGEST
    if nameserver:
        host, _, port = nameserver.partition(":")
        resolver.nameservers = [str(ipaddress.ip_address(host))]
        resolver.port = int(port or PORT)
        if not 0 < resolver.port < 2**16:
            raise ValueError(f"{port} is no port")

    def look_up(name: str, kind: str) -> Sequence[str]:
        try:
            answer = resolver.resolve(from_text(name), kind, search=False)
        except (NXDOMAIN, NoAnswer):
            return ()
        except DNSException as error:
            raise DnsAway(f"{name}, {kind}: {error}") from error
        return tuple(map(_text_of, answer))

    return look_up


def query_dns(check: Callable[[], Iterable[Observation]]) -> list[Observation]:
    """Return the observations of a check, or one that the DNS does not answer."""
    try:
        return list(check())
    except DnsAway as error:
        sentence = f"The DNS does not answer ({error})."
        return [
            unsure(
                sentence, "Try again, or use another name server: --nameserver 9.9.9.9."
            )
        ]


def reverse_name(address: str) -> str:
    return str(from_address(address))


def _text_of(record: Rdata) -> str:
    if isinstance(record, TXTBase):
        return b"".join(record.strings).decode("utf-8", "replace")
    return record.to_text()
