"""DNS look-ups, by dnspython. Queries the network."""

import ipaddress
from collections.abc import Callable, Iterable, Sequence

from dns.exception import DNSException
from dns.name import from_text
from dns.rdata import Rdata
from dns.rdtypes.txtbase import TXTBase
from dns.resolver import NXDOMAIN, NoAnswer, Resolver
from dns.reversename import from_address

from notifications.doctor.observations import Observation, unsure

#: Seconds for an answer, all name servers and attempts together.
LONGEST = 5.0
PORT = 53

Lookup = Callable[[str, str], Sequence[str]]
"""From a name and the type of a record to all such records as texts, () for none."""


class DnsAway(Exception):
    """Nobody answers, or only that they failed: nothing is known about the name."""


def lookup_at(nameserver: str = "") -> Lookup:
    """
    Return a look-up at ``host`` or ``host:port``, '' for the machine's own resolver.

    It raises DnsAway. Raises ValueError for what is no address of a name server.
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
    """Return what a check finds, or that the DNS does not answer."""
    try:
        return list(check())
    except DnsAway as error:
        sentence = f"The DNS does not answer ({error})."
        return [unsure(sentence, "Try again, or ask another: --nameserver 9.9.9.9.")]


def reverse_name(address: str) -> str:
    """Return under which name the DNS keeps whose an IP address is."""
    return str(from_address(address))


def _text_of(record: Rdata) -> str:
    """Return a record as a text; a long TXT comes in pieces that belong together."""
    if isinstance(record, TXTBase):
        return b"".join(record.strings).decode("utf-8", "replace")
    return record.to_text()
