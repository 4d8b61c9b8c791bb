"""A person who never opens a page: who reads the text of mails, and answers them."""

import re
import smtplib
from collections import Counter
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid

from tests.e2e.mail import Mail
from tests.e2e.post import event_of
from tests.support.waiting import PATIENCE

#: A choice as the mail lists it: its number, and the words for it.
CHOICE = re.compile(r"^ *(\d+)\. ([a-z][a-z0-9 ]*):", re.M)
#: What each building costs, and what the reader owns.
PRICE = re.compile(r"^Building \d: ([^;]*?) points?\b", re.M)
#: The indented lines under the reader's own name.
OWNED = re.compile(r"\(you\b[^\n]*\n((?: +[^\n]*\n)+)")
GOODS = re.compile(r"(\d+)\s+(wood|brick|stone|gold|resources)")
#: Where people go who want the game to end: to its buildings, and for what they cost.
BUILDINGS = ("building 1", "building 2")
SOURCES = {"wood": "forest", "brick": "clay pit", "stone": "quarry", "gold": "river"}


@dataclass
class MailClient:
    """``door`` is where mails to the seats are brought, HOST:PORT."""

    email: str
    door: str
    #: Name of the latest answer, and the event that it answered.
    latest: str = ""
    answered: int = 0
    said: Counter[str] = field(default_factory=Counter)

    def read(self, mail: Mail) -> None:
        """Answer a mail if it asks for something that has not been answered."""
        if mail.purpose == "invitation":
            self.answer(mail, "accept")
        elif (choices := choices_in(mail)) and self._is_new(mail):
            self.answered = event_of(mail)
            self.answer(mail, *self._lines(mail, choices))

    def answer(self, mail: Mail, *lines: str, **headers: str) -> None:
        """Write under one's own name, above the quoted mail, as mail programs do."""
        reply = written(mail, "\n".join(lines), **{"From": self.email, **headers})
        self.latest = str(reply["Message-ID"])
        self.said.update(lines)
        bring(reply, self.door)

    def _is_new(self, mail: Mail) -> bool:
        """Two mails may show one position; the answer to one's answer counts."""
        answers = str(mail.message["In-Reply-To"]) == self.latest
        return answers or event_of(mail) > self.answered

    def _lines(self, mail: Mail, choices: dict[str, str]) -> list[str]:
        """Say a wish by its number, the next time in its words, and so on."""
        if lines := errands(choices):
            return lines
        wish = wanted(choices, lacking(mail))
        return [wish if self.said.total() % 2 else choices[wish]]


def choices_in(mail: Mail) -> dict[str, str]:
    """Return the number of each choice, by its words, as the text lists them."""
    listed = mail.text.partition("YOUR CHOICES")[2].partition("THE TRIBES")[0]
    return {words: number for number, words in CHOICE.findall(listed)}


def errands(choices: dict[str, str]) -> list[str]:
    """Call everybody home in one mail, a line each: who gathers goes first."""
    uses = [words for words in choices if words.startswith("use ")]
    builds = [words for words in choices if words.startswith("build ")]
    leaves = [words for words in choices if words.startswith("leave ")]
    return [*uses, *builds[:1]] if uses or builds else leaves


def lacking(mail: Mail) -> list[str]:
    """
    Return what the tribe has too little of for the buildings, the first first.

    Then all goods, the rarest first: some buildings want several kinds.
    """
    told = {good: int(n) for n, good in GOODS.findall(OWNED.findall(mail.text)[0])}
    owned = {good: told.get(good, 0) for good in SOURCES}
    rarest = sorted(SOURCES, key=lambda good: owned.get(good, 0))
    owned["resources"] = max(owned.values())
    prices = [GOODS.findall(price) for price in PRICE.findall(mail.text)]
    needed = [
        good for price in prices for n, good in price if owned.get(good, 0) < int(n)
    ]
    return [*needed, *rarest]


def wanted(choices: dict[str, str], lacking: list[str]) -> str:
    """Choose a building, what it costs, or no meal, which makes the game shorter."""
    if "go hungry" in choices:
        return "go hungry"
    for building in BUILDINGS:
        if building in choices:
            return building
    for good in lacking:
        source = SOURCES.get(good, "forest")
        if there := [words for words in choices if words.startswith(source)]:
            return there[-1]
    return next(iter(choices))


def written(mail: Mail, text: str, **headers: str) -> EmailMessage:
    """Return an answer to a mail, which is quoted beneath."""
    reply = EmailMessage()
    told = {
        "To": str(mail.message["Reply-To"]),
        "Subject": f"Re: {mail.subject}",
        "Message-ID": make_msgid(domain="players.example"),
        "In-Reply-To": str(mail.message["Message-ID"]),
    }
    for name, value in (told | headers).items():
        reply[name.replace("_", "-")] = value
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    reply.set_content(f"{text}\n\nOn Friday, Stone Age by Mail wrote:\n\n{quoted}\n")
    return reply


def bring(
    mail: EmailMessage | bytes,
    door: str,
    to: str = "",
    by: type[smtplib.SMTP] = smtplib.SMTP,
) -> None:
    """Bring a mail to the service; bytes come from a server, which has no address."""
    host, _, port = door.rpartition(":")
    with by(host, int(port), timeout=PATIENCE) as server:
        if isinstance(mail, bytes):
            server.sendmail("", [to], mail)
        else:
            server.send_message(mail)
