"""The mails as they arrive: in the development mailbox, or at a mail server."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection
from contextlib import closing
from email import message_from_bytes, policy
from email.message import EmailMessage
from http import HTTPStatus
from http.client import HTTPConnection
from urllib.parse import urlsplit

from tests.harness.site import Site
from tests.support.waiting import PATIENCE, wait_for

#: How mails say that nothing has to be done.
NEWS = ("nothing has to be done now", "We’ll email you when it’s your turn")


class Mail:
    """One received mail."""

    def __init__(self, number: int, source: str, site: str) -> None:
        self.number = number
        self.message: EmailMessage = message_from_bytes(
            source.encode(), policy=policy.default
        )
        self.recipient = str(self.message["To"])
        self.subject = str(self.message["Subject"]).strip()
        self.text = self._part("plain")
        self.html = self._part("html")
        found: list[str] = re.findall(re.escape(site) + r"\S*", self.text)
        self.links = list(dict.fromkeys(found))

    @property
    def link(self) -> str:
        """What the mail is for; other links are of its choices, and of its foot."""
        return self.links[0]

    @property
    def is_mere_news(self) -> bool:
        """Whether it says itself that nothing has to be done."""
        text = " ".join(self.text.split())
        return any(words in text for words in NEWS)

    @property
    def purpose(self) -> str:
        """What the link is for: its first path segment, 'play' or 'result' or ..."""
        path = urlsplit(self.link).path.strip("/").split("/")
        return path[-1] if path[0] == "games" else path[0]

    def _part(self, subtype: str) -> str:
        part = self.message.get_body(preferencelist=(subtype,))
        return "" if part is None else str(part.get_content())


class Arrivals(ABC):
    """Mails in the order in which they came."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []

    @abstractmethod
    def wait(self) -> list[Mail]:
        """Return the mails that have come since the last time, once there are any."""

    def wait_for(self, address: str, purpose: str, *, after: int = 0) -> Mail:
        """
        Return the first mail to ``address`` with a link for ``purpose``, without the
        first ``after`` mails.
        """
        while True:
            for mail in self.mails[after:]:
                if (mail.recipient, mail.purpose) == (address, purpose):
                    return mail
            self.wait()


class Mailbox(Arrivals):
    """The mails to some addresses, from the pages of the development mailbox."""

    def __init__(self, site: Site, addresses: Collection[str]) -> None:
        super().__init__()
        self._site = site
        self._addresses = addresses
        self._last = 0

    def wait(self) -> list[Mail]:
        arrived: list[Mail] = []

        def look() -> bool:
            arrived.extend(self._look())
            return bool(arrived)

        wait_for(look, step=0.01)
        return arrived

    def _look(self) -> list[Mail]:
        """The doorbell is a query; each mail is then read from its page."""
        self._site.bring_mails()
        rows = self._site.rows(
            "SELECT id, recipient FROM notifications_mailboxmessage "
            "WHERE id > ? ORDER BY id",
            self._last,
        )
        if rows:
            self._last = rows[-1][0]
        mails = [self._read(pk) for pk, to in rows if to in self._addresses]
        self.mails += mails
        return mails

    def _read(self, number: int) -> Mail:
        """It opens to clients that keep their connection, as urllib never does."""
        mailbox = HTTPConnection(urlsplit(self._site.address).netloc, timeout=PATIENCE)
        with closing(mailbox):
            stays = {"Connection": "keep-alive"}
            mailbox.request("GET", f"/mailbox/{number}/source/", headers=stays)
            answer = mailbox.getresponse()
            assert answer.status == HTTPStatus.OK
            source = answer.read().decode()
        return Mail(number, source, self._site.address)
