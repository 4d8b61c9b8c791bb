"""People around a table: invited by mail, playing by mail, until the game is over."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tests.e2e.mail import Arrivals, Mail, Mailbox
from tests.e2e.player import PagePlayer
from tests.harness.site import Site


@dataclass
class Table:
    """A game that has been announced; its invitations are in the mail."""

    site: Site
    slug: str
    players: dict[str, PagePlayer]
    mailbox: Arrivals
    handled: int = 0  # so many mails have been read

    def begin(self) -> None:
        """Everybody accepts; whoever is host and plays has done so already."""
        for email, player in self.players.items():
            if self.is_invited(email):
                invitation = self.mailbox.wait_for(email, "invitation")
                player.accept(invitation, name=email.partition("@")[0].title())

    def is_invited(self, email: str) -> bool:
        """Whether somebody has yet to answer."""
        return bool(
            self.site.rows(
                "SELECT 1 FROM games_seat s JOIN games_game g ON g.id = s.game_id "
                "JOIN games_user u ON u.id = s.user_id "
                "WHERE g.slug = ? AND u.email = ? AND s.invitation = 'invited'",
                *(self.slug, email),
            )
        )

    def play(self, until: Callable[[], bool] | None = None) -> None:
        """Let everybody follow their mails, until everybody has read of the end."""
        while not self.is_over() and not (until and until()):
            self.follow_next_mail()

    def wait_for_mail(self) -> None:
        """Wait for a mail where none is unread."""
        if self.handled == len(self.mailbox.mails):
            self.mailbox.wait()

    def follow_next_mail(self) -> None:
        """Do what the next mail asks for."""
        self.wait_for_mail()
        mail = self.mailbox.mails[self.handled]
        self.handled += 1
        if mail.is_mere_news:
            self.players[mail.recipient].open(mail)
        elif mail.purpose == "play":
            self.players[mail.recipient].take_turn(mail)

    def is_over(self) -> bool:
        """Whether everybody has been told of the end."""
        return len(self.mails("result")) == len(self.players)

    def mails(self, purpose: str) -> list[Mail]:
        """Return the mails so far whose link has a purpose."""
        return [mail for mail in self.mailbox.mails if mail.purpose == purpose]

    def version(self) -> int:
        """Return how many events the game has."""
        ((version,),) = self.site.rows(
            "SELECT version FROM games_game WHERE slug = ?", self.slug
        )
        return int(version)


def announce(
    site: Site,
    *,
    host: str,
    others: Sequence[str],
    host_plays: bool,
    taste: int,
    options: Collection[str] = (),
) -> Table:
    """
    Sign in by email as ``host`` and invite ``others`` on the page for new games.

    The ``options`` of the table that are switches are on.
    """
    emails = [host, *others] if host_plays else [*others]
    players = {
        email: PagePlayer(email, site.address, taste + number)
        for number, email in enumerate(emails)
    }
    mailbox = Mailbox(site, {host, *others})
    inviter = players.get(host) or PagePlayer(host, site.address, taste)
    slug = new_game(inviter, mailbox, others, host_plays, options)
    return Table(site, slug, players, mailbox)


def new_game(
    host: PagePlayer,
    mailbox: Arrivals,
    others: Sequence[str],
    plays: bool,
    options: Collection[str] = (),
) -> str:
    """Ask for a game without being signed in; return its name in addresses."""
    browser = host.browser
    page = browser.get("/account/login/?next=/games/new/")
    page = browser.submit(page, page.form_with("email"), email=host.email)
    page = host.sign_in(mailbox.wait_for(host.email, "sign-in"))
    form = page.form_with("clock-preset")
    if not plays:
        form.values.pop("plays")
    switched_on = dict.fromkeys(options, "on")
    page = browser.submit(page, form, emails=", ".join(others), **switched_on)
    assert page.status == 200, page.text
    assert "/games/" in page.address
    return page.address.rstrip("/").split("/")[-1]
