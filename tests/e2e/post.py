"""The mail server of the players: the service brings their mails to it by SMTP."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from tests.e2e.mail import Arrivals, Mail
from tests.support.servers.held_ports import taking_mails
from tests.support.waiting import PATIENCE


class Office:
    """Takes every mail in, at its port while it is open."""

    def __init__(self) -> None:
        self.port = 0
        self.brought: SimpleQueue[str] = SimpleQueue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep it as it came, in one line ending, which sources of mails have here."""
        self.brought.put(envelope.content.replace(b"\r\n", b"\n").decode())
        return "250 thank you"


@contextmanager
def open_office(host: str = "127.0.0.1") -> Iterator[Office]:
    """Take mails in at an address of this machine until the end of the block."""
    office = Office()
    with taking_mails(office, host) as office.port:
        yield office


class Letters(Arrivals):
    """Everybody's mails, as their mail server has them."""

    def __init__(self, office: Office, site: str) -> None:
        super().__init__()
        self._office = office
        self._site = site

    def wait(self) -> list[Mail]:
        try:
            source = self._office.brought.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"no mail within {PATIENCE:g} seconds") from None
        mail = Mail(len(self.mails) + 1, source, self._site)
        self.mails.append(mail)
        return [mail]


def event_of(mail: Mail) -> int:
    """Return how many events the game had when a mail was written; 0: about none."""
    found = re.search(r"Checksum of game\s+\w+,\s+event\s+(\d+)", mail.text)
    return int(found[1]) if found else 0


def head_of(mail: Mail) -> str:
    """Return the hash that a mail quotes at its foot."""
    found = re.search(r"Checksum of game.+?([0-9a-f]{64})", mail.text, re.S)
    assert found is not None, mail.text
    return found[1]
