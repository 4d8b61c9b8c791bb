"""A name server on loopback with the records of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingUDPServer

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from tests.support.serving import serving

Records = dict[tuple[str, str], list[str]]
"""From a name and a type to its records, as they stand in a zone's file."""


class NameServer(ThreadingUDPServer):
    """Answers from ``records``, or with an error while ``fails``."""

    daemon_threads = True

    def __init__(self, records: Records) -> None:
        super().__init__(("127.0.0.1", 0), NameHandler)
        self.records = records
        self.fails = False

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class NameHandler(BaseRequestHandler):
    server: NameServer

    def handle(self) -> None:
        data, socket = self.request
        query = dns.message.from_wire(data)
        (question,) = query.question
        name = question.name.to_text(omit_final_dot=True).lower()
        kind = dns.rdatatype.to_text(question.rdtype)
        answer = dns.message.make_response(query)
        if self.server.fails:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif found := self.server.records.get((name, kind)):
            answer.answer.append(
                dns.rrset.from_text(question.name, 60, "IN", kind, *found)
            )
        elif name not in {known for known, _ in self.server.records}:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        socket.sendto(answer.to_wire(), self.client_address)


@contextmanager
def name_server(records: Records) -> Iterator[NameServer]:
    """Run a name server until the end of the block."""
    with serving(NameServer(records)) as server:
        yield server
