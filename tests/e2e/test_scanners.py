"""Mail scanners open every link they find. Opening must never do anything."""

import re
from urllib.parse import urlsplit

from tests.e2e.browsing import Browser
from tests.e2e.mail import Mail
from tests.e2e.tables import announce
from tests.harness.page_server import PageServer

#: How often a scanner opens the first link of a kind, and all the others.
TIMES, OTHERS = 2, 1
KINDS = {"sign-in", "invitation", "play"}


def test_opening_every_link_of_every_mail_changes_nothing(own_site: PageServer) -> None:
    """GET and HEAD, again and again: the database stays the same to the letter."""
    table = announce(
        own_site.start(),
        host="host@example.org",
        others=["ann@example.org", "bob@example.org"],
        host_plays=True,
        taste=1,
    )
    table.mailbox.wait_for("bob@example.org", "invitation")
    scan(own_site, table.mailbox.mails)
    table.begin()
    table.play(until=lambda: len(table.mails("play")) > 3)
    scan(own_site, table.mailbox.mails)
    assert {mail.purpose for mail in table.mailbox.mails} == KINDS


def scan(site: PageServer, mails: list[Mail]) -> None:
    """Open all links of ``mails``, of the text and of the HTML."""
    scanner = Browser(site.address)
    links = {link for mail in mails for link in links_of(mail)}
    assert links
    site.bring_mails()
    assert not site.owes_mails()
    before = site.dump()
    opened = set[str]()
    for link in sorted(links):
        times = OTHERS if kind_of(link) in opened else TIMES
        opened.add(kind_of(link))
        answers = [scanner.get(link).status for _ in range(times)]
        answers += [scanner.head(link).status for _ in range(times)]
        # A choice of an earlier turn is settled, a sign-in link that was used is gone.
        assert set(answers) <= {200, 409, 410}
        assert len(set(answers)) == 1
    assert site.dump() == before


def kind_of(link: str) -> str:
    """Return a link's path without what is its own: tokens, names, numbers."""
    return "/".join(filter(str.isalpha, urlsplit(link).path.split("/")))


def links_of(mail: Mail) -> set[str]:
    """Return everything in a mail that a scanner takes for a link."""
    # Names of kinds, which look like addresses, are followed by nobody.
    html = re.sub(r'itemtype="[^"]*"', "", mail.html)
    found = re.findall(r"https?://[^\s\"'<>)]+", mail.text + html)
    return {link.replace("&amp;", "&") for link in found}
