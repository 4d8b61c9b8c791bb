"""A mail server on loopback that keeps mails, and fails at any stage as told."""

import re
import socketserver
import ssl
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Lock

from tests.support.serving import serving

#: The stages of a mail, in order; `body` is what follows the 354 to DATA.
STAGES = ("connect", "ehlo", "mail", "rcpt", "data", "body")
DROP, HANG, DRIP = "drop", "hang", "drip"
TAKE_AND_DROP, TAKE_AND_HANG = "take-drop", "take-hang"
FINE = b"250 fine"
#: Seconds for which it hangs or drips before it disconnects.
LONGEST_HANG = 60.0

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.IGNORECASE | re.M)
_VERBS = {b"EHLO": "ehlo", b"HELO": "ehlo", b"MAIL": "mail", b"RCPT": "rcpt"}


class Dropped(Exception):
    """The server disconnects without an answer."""


@dataclass
class Mischief:
    """
    The faults at each stage, in order; after them the server works.

    Bytes are an answer; DROP disconnects, HANG stops answering, DRIP sends a byte every
    ``drip_pause`` seconds, so that no read times out. The TAKE variants (only of
    ``body``) do so after accepting the mail, so that the client cannot know. After the
    listed faults, ``at_random`` is called, except at the stage `quit`. With
    ``greylists`` every recipient is deferred once. The server hangs or drips for
    recipients whose address contains one of ``hangs_for`` or ``drips_for``. It
    disconnects after ``mails_a_connection``.
    """

    at: dict[str, list[bytes | str]] = field(default_factory=lambda: defaultdict(list))
    at_random: Callable[[str], bytes | str | None] = lambda stage: None
    greylists: bool = False
    hangs_for: set[bytes] = field(default_factory=set)
    drips_for: set[bytes] = field(default_factory=set)
    drip_pause: float = 1.0
    mails_a_connection: int = 1_000

    def next(self, stage: str) -> bytes | str | None:
        if self.at[stage]:
            return self.at[stage].pop(0)
        return None if stage == "quit" else self.at_random(stage)


class MailServer(socketserver.ThreadingTCPServer):
    """
    Counts accepted mails by Message-ID, and queues their sources, with lines ending in
    LF.

    ``on_taken`` is called before the answer. With ``tls`` it offers STARTTLS.
    """

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self, host: str = "127.0.0.1", *, tls: ssl.SSLContext | None = None
    ) -> None:
        super().__init__((host, 0), MailSession)
        self.tls = tls
        self.mischief = Mischief()
        self.taken: Counter[str] = Counter()
        self.sources: SimpleQueue[bytes] = SimpleQueue()
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
        self.sources.put(source)
        self.on_taken(name, port)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors: killed and disconnecting clients are expected."""


class MailSession(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        with self.server.lock:
            self.server.connections += 1
        self.mails = 0
        try:
            self.answer("connect", b"220 ready")
            while self.mails < self.server.mischief.mails_a_connection:
                if not self.obey(self.rfile.readline()):
                    return
        except (Dropped, OSError):
            return

    def finish(self) -> None:
        super().finish()
        self.request.close()  # STARTTLS replaces the server's own socket

    def obey(self, line: bytes) -> bool:
        """Answer a line; return whether the conversation goes on."""
        verb, mischief = line[:4].upper().strip(), self.server.mischief
        if verb == b"QUIT":
            self.answer("quit", b"221 bye")
        elif verb == b"STAR" and self.server.tls is not None:
            self.say(b"220 go on")
            self.request = self.server.tls.wrap_socket(self.request, server_side=True)
            self.setup()
        elif verb == b"DATA":
            if self.answer("data", b"354 go on"):
                self.body()
        elif verb == b"RCPT" and self.is_put_off(line):
            self.say(b"451 4.7.1 greylisted, come back later")
        elif verb == b"RCPT" and any(each in line for each in mischief.hangs_for):
            self.play(HANG, FINE)
        elif verb == b"RCPT" and any(each in line for each in mischief.drips_for):
            self.play(DRIP, FINE)
        elif verb == b"EHLO" and self.server.tls is not None:
            self.answer("ehlo", b"250-fine\r\n250 STARTTLS")
        elif verb in _VERBS:
            self.answer(_VERBS[verb], FINE)
        else:
            self.say(FINE)
        return verb not in (b"QUIT", b"")

    def body(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:  # the client was killed
                raise Dropped
            lines.append(line[line.startswith(b"..") :])
        trick = self.server.mischief.next("body")
        if trick in (None, TAKE_AND_DROP, TAKE_AND_HANG):
            self.mails += 1
            source = b"".join(lines).replace(b"\r\n", b"\n")
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
        if trick == DRIP:
            pause = self.server.mischief.drip_pause
            for _ in range(int(LONGEST_HANG / pause)):
                self.wfile.write(b"2")
                if self.server.closing.wait(pause):
                    break
            raise Dropped
        self.say(trick if isinstance(trick, bytes) else usual)

    def say(self, answer: bytes) -> None:
        self.wfile.write(answer + b"\r\n")


@contextmanager
def open_mail_server(
    host: str = "127.0.0.1", *, tls: ssl.SSLContext | None = None
) -> Iterator[MailServer]:
    """Serve until the end of the block."""
    with serving(MailServer(host, tls=tls)) as server:
        try:
            yield server
        finally:
            server.closing.set()
