"""The mails of all players, from the mail server to which the service sends them."""

import re
from queue import Empty

from tests.e2e.mail import Arrivals, Mail
from tests.harness.mail_server import MailServer
from tests.support.waiting import PATIENCE


class Letters(Arrivals):
    """Everybody's mails, in the order in which the mail server took them."""

    def __init__(self, server: MailServer, site: str) -> None:
        super().__init__()
        self._server = server
        self._site = site

    def wait(self) -> list[Mail]:
        try:
            source = self._server.sources.get(timeout=PATIENCE).decode()
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
