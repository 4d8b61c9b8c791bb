"""SMTP with a time limit for each whole mail, besides Django's for each part."""

import io
import smtplib
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from django.core.mail.backends.smtp import EmailBackend

from games.background.timed_reader import TOO_SLOW, TimedReader, hurried

#: In seconds, for connecting with TLS and login, for each mail, and for quitting. A
#: batch and the mail that was begun last stay within the lease of the outbox.
MAIL_SECONDS = 20.0
TIMED_SMTP = f"{__name__}.TimedSMTPBackend"
#: Bytes sent at a time.
PART = 16_384


class TimedSMTP(smtplib.SMTP):
    """A session with a limit of MAIL_SECONDS for each mail."""

    #: The server's answer to the mail that it accepted last.
    acceptance = ""
    _ends_at = 0.0

    def connect(
        self, host: str = "localhost", port: int = 0, source_address: Any = None
    ) -> tuple[int, bytes]:
        self._begin()
        answer = super().connect(host, port, source_address)
        # Without this, each mail waits 40 ms for the acknowledgement of the previous
        # packet.
        if self.sock is not None:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return answer

    def mail(self, sender: str, options: Sequence[str] = ()) -> tuple[int, bytes]:
        self._begin()
        return super().mail(sender, options)

    def data(self, msg: Any) -> tuple[int, bytes]:
        code, text = super().data(msg)
        self.acceptance = f"{code} {text.decode('utf-8', 'replace')}"
        return code, text

    def quit(self) -> tuple[int, bytes]:
        self._begin()
        return super().quit()

    def send(self, s: bytes | str) -> None:  # type: ignore[override]
        data = s.encode(self.command_encoding) if isinstance(s, str) else s
        for start in range(0, len(data), PART):
            with self._in_time():
                super().send(data[start : start + PART])

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock:
            self.file = io.BufferedReader(TimedReader(self.sock, lambda: self._ends_at))
        with self._in_time():
            return super().getreply()

    def _begin(self) -> None:
        self._ends_at = time.monotonic() + MAIL_SECONDS

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Close the session and raise TimeoutError when its time is over."""
        try:
            with hurried(self.sock, self._ends_at) if self.sock else nullcontext():
                yield
        except (TimeoutError, smtplib.SMTPServerDisconnected) as error:
            if time.monotonic() < self._ends_at:
                raise
            self.close()
            raise TimeoutError(TOO_SLOW) from error


class TimedSMTPS(TimedSMTP, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""


class TimedSMTPBackend(EmailBackend):
    @property
    def connection_class(self) -> type[TimedSMTP]:
        return TimedSMTPS if self.use_ssl else TimedSMTP
