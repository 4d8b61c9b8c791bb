"""A small SMTP server on loopback that tests configure."""

import socketserver
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.support.serving import serving

END_OF_MAIL = b".\r\n"
DRIP = 0.02


class SmtpServer(socketserver.ThreadingTCPServer):
    """
    Keeps accepted mails in ``accepted``.

    ``recipient_answers`` are the answers to RCPT in order, then 250. ``hang_up_after``
    is the number of mails after which a connection is dropped. With ``drips_at``, a
    verb or b"" for the greeting, it answers that with a byte every DRIP seconds,
    without end.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), SmtpConversation)
        self.accepted: list[bytes] = []
        self.recipient_answers: list[bytes] = []
        self.hang_up_after = 99
        self.connections = 0
        self.drips_at: bytes | None = None

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class SmtpConversation(socketserver.StreamRequestHandler):
    server: SmtpServer

    def handle(self) -> None:
        self.server.connections += 1
        self.brought, self.verb = 0, b""
        with suppress(ConnectionError):  # the client gives up on the drip
            self.talk()

    def talk(self) -> None:
        self.say(b"220 ready")
        while line := self.rfile.readline():
            self.verb = verb = (line.split() or [b"?"])[0].upper()
            if verb == b"QUIT":
                self.say(b"221 bye")
                return
            self.say(self.answer(verb))
            if self.brought >= self.server.hang_up_after:
                return

    def answer(self, verb: bytes) -> bytes:
        if verb == b"RCPT" and self.server.recipient_answers:
            return self.server.recipient_answers.pop(0)
        if verb == b"DATA":
            self.take()
        return b"250 fine"

    def take(self) -> None:
        self.say(b"354 go on")
        lines = iter(self.rfile.readline, END_OF_MAIL)
        self.server.accepted.append(b"".join(lines))
        self.brought += 1

    def say(self, answer: bytes) -> None:
        if self.verb == self.server.drips_at:
            while True:  # until the client gives up
                self.wfile.write(b"2")
                time.sleep(DRIP)
        self.wfile.write(answer + b"\r\n")


@contextmanager
def running() -> Iterator[SmtpServer]:
    """Serve until the end of the block."""
    with serving(SmtpServer()) as server:
        yield server
