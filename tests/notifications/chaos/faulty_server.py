"""A mail server on loopback that misbehaves as told, at each stage of a mail."""

import re
import socketserver
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock

from tests.support.serving import serving

#: In the order in which a mail goes through them; `body` is what follows DATA's 354.
STAGES = ("connect", "ehlo", "mail", "rcpt", "data", "body")
DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG = "drop", "hang", "take-drop", "take-hang"
FINE = b"250 fine"
LONGEST_HANG = 60.0

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.IGNORECASE | re.M)
_VERBS = {b"EHLO": "ehlo", b"HELO": "ehlo", b"MAIL": "mail", b"RCPT": "rcpt"}


class Dropped(Exception):
    """The server hangs up without a word."""


@dataclass
class Mischief:
    """
    What to do at each stage, in order, before it is fine again.

    Bytes are an answer; DROP hangs up, HANG says nothing more; the TAKE ones (of
    ``body`` only) do so after the mail was taken, so that nobody can know. Whoever
    ``greylists`` puts every recipient off once. After what is listed ``at_random`` is
    asked. Of recipients, by a part of their address, it ``hangs_for`` some, and
    ``drips_for`` others: a byte of each answer every second, so that none times out.
    """

    at: dict[str, list[bytes | str]] = field(default_factory=lambda: defaultdict(list))
    greylists: bool = False
    at_random: Callable[[str], bytes | str | None] = lambda stage: None
    hangs_for: set[bytes] = field(default_factory=set)
    drips_for: set[bytes] = field(default_factory=set)

    def next(self, stage: str) -> bytes | str | None:
        return self.at[stage].pop(0) if self.at[stage] else self.at_random(stage)


class FaultyServer(socketserver.ThreadingTCPServer):
    """Counts what it takes by Message-ID; ``on_taken`` is called before it says so."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), FaultySession)
        self.mischief = Mischief()
        self.taken: Counter[str] = Counter()
        self.connections = 0
        #: The ports of the clients to whom it says nothing more.
        self.hung: set[int] = set()
        self.seen: set[bytes] = set()
        self.lock = Lock()
        self.closing = Event()
        self.on_taken: Callable[[str, int], None] = lambda name, port: None

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def take(self, source: bytes, port: int) -> None:
        found = _MESSAGE_ID.search(source)
        name = found[1].decode() if found else ""
        with self.lock:
            self.taken[name] += 1
        self.on_taken(name, port)

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that are killed, or give up, are what this is about."""


class FaultySession(socketserver.StreamRequestHandler):
    """One connection."""

    server: FaultyServer

    def handle(self) -> None:
        with self.server.lock:
            self.server.connections += 1
        try:
            self.answer("connect", b"220 ready")
            while line := self.rfile.readline():
                if not self.obey(line):
                    return
        except (Dropped, OSError):
            return

    def obey(self, line: bytes) -> bool:
        verb = line[:4].upper()
        if verb == b"QUIT":
            self.say(b"221 bye")
            return False
        if verb == b"DATA":
            if self.answer("data", b"354 go on"):
                self.body()
        elif verb == b"RCPT" and self.is_put_off(line):
            self.say(b"451 4.7.1 greylisted, come back later")
        elif verb == b"RCPT" and named(line, self.server.mischief.hangs_for):
            self.play(HANG, FINE)
        elif verb == b"RCPT" and named(line, self.server.mischief.drips_for):
            self.drip(FINE)
        elif verb in _VERBS:
            self.answer(_VERBS[verb], FINE)
        else:
            self.say(FINE)
        return True

    def body(self) -> None:
        source = b"".join(iter(self.rfile.readline, b".\r\n"))
        if not source:
            raise Dropped
        trick = self.server.mischief.next("body")
        if trick in (None, TAKE_AND_DROP, TAKE_AND_HANG):
            self.server.take(source, int(self.client_address[1]))
        self.play(trick, FINE)

    def is_put_off(self, line: bytes) -> bool:
        is_new = line not in self.server.seen
        self.server.seen.add(line)
        return self.server.mischief.greylists and is_new

    def answer(self, stage: str, usual: bytes) -> bool:
        """Answer as told; return whether it was the usual answer."""
        trick = self.server.mischief.next(stage)
        self.play(trick, usual)
        return trick is None

    def play(self, trick: bytes | str | None, usual: bytes) -> None:
        if trick in (DROP, TAKE_AND_DROP):
            raise Dropped
        if trick in (HANG, TAKE_AND_HANG):
            self.server.hung.add(int(self.client_address[1]))
            self.server.closing.wait(LONGEST_HANG)
            raise Dropped
        self.say(trick if isinstance(trick, bytes) else usual)

    def say(self, answer: bytes) -> None:
        self.wfile.write(answer + b"\r\n")

    def drip(self, answer: bytes) -> None:
        """Say it for a minute, a byte a second, with blanks in place of an end."""
        for byte in answer.ljust(int(LONGEST_HANG)):
            self.wfile.write(bytes([byte]))
            if self.server.closing.wait(1):
                raise Dropped
        self.say(b"")


def named(line: bytes, recipients: set[bytes]) -> bool:
    """Whether a line names one of these recipients."""
    return any(each in line for each in recipients)


@contextmanager
def running() -> Iterator[FaultyServer]:
    """Serve until the end of the block."""
    with serving(FaultyServer()) as server:
        try:
            yield server
        finally:
            server.closing.set()
