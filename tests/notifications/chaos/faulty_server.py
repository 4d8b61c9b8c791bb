"""A mail server on loopback with configurable faults at each stage of a mail."""

import re
import socketserver
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock

from tests.support.serving import serving

#: The stages of a mail, in order; `body` is what follows the 354 to DATA.
STAGES = ("connect", "ehlo", "mail", "rcpt", "data", "body")
DROP, HANG, TAKE_AND_DROP, TAKE_AND_HANG = "drop", "hang", "take-drop", "take-hang"
FINE = b"250 fine"
LONGEST_HANG = 60.0

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.IGNORECASE | re.M)
_VERBS = {b"EHLO": "ehlo", b"HELO": "ehlo", b"MAIL": "mail", b"RCPT": "rcpt"}


class Dropped(Exception):
    """The server disconnects without an answer."""


@dataclass
class Mischief:
    """
    The faults at each stage, in order; after them the server works.

    Bytes are an answer; DROP disconnects, HANG stops answering. The TAKE variants (only
    of ``body``) do so after accepting the mail, so that the client cannot know. With
    ``greylists`` every recipient is deferred once. After the listed faults,
    ``at_random`` is called. For recipients whose address contains one of ``hangs_for``
    it hangs; for ``drips_for`` it sends a byte of each answer every second, so that no
    read times out.
    """

    at: dict[str, list[bytes | str]] = field(default_factory=lambda: defaultdict(list))
    greylists: bool = False
    at_random: Callable[[str], bytes | str | None] = lambda stage: None
    hangs_for: set[bytes] = field(default_factory=set)
    drips_for: set[bytes] = field(default_factory=set)

    def next(self, stage: str) -> bytes | str | None:
        return self.at[stage].pop(0) if self.at[stage] else self.at_random(stage)


class FaultyServer(socketserver.ThreadingTCPServer):
    """Counts accepted mails by Message-ID; ``on_taken`` is called before the answer."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), FaultySession)
        self.mischief = Mischief()
        self.taken: Counter[str] = Counter()
        self.connections = 0
        #: The ports of the clients that it no longer answers.
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
        """Ignore errors: killed and disconnecting clients are expected."""


class FaultySession(socketserver.StreamRequestHandler):
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
        """Answer with the next fault or as usual; return whether as usual."""
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
        """Send an answer for a minute, a byte a second, padded with blanks."""
        for byte in answer.ljust(int(LONGEST_HANG)):
            self.wfile.write(bytes([byte]))
            if self.server.closing.wait(1):
                raise Dropped
        self.say(b"")


def named(line: bytes, recipients: set[bytes]) -> bool:
    """Return whether a line contains one of these recipients."""
    return any(each in line for each in recipients)


@contextmanager
def running() -> Iterator[FaultyServer]:
    """Serve until the end of the block."""
    with serving(FaultyServer()) as server:
        try:
            yield server
        finally:
            server.closing.set()
