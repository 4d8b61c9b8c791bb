"""Test the containers from scratch: ``python -m tests.deploy``, as root on Debian.

Needs Docker's engine (not running), mmdebstrap, and the network for packages of Debian
and PyPI. Prints how many seconds each step took, and fails at the first failing step.
Exits with NOT_TRIED if there is no engine.
"""

import os
import shlex
import smtplib
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.deploy.containers import AUTHORITY, Containers, own_address, set_up
from tests.deploy.engine import NoEngine, open_engine
from tests.deploy.next_version import add_column
from tests.deploy.visitor import RestlessPlayer
from tests.e2e.mail import Mail
from tests.e2e.mail_client import bring, choices_in, written
from tests.e2e.player import PagePlayer
from tests.e2e.post import Letters
from tests.e2e.tables import new_game
from tests.harness.mail_server import MailServer, open_mail_server

#: EX_TEMPFAIL of sysexits.h.
NOT_TRIED = 75


class Steps:
    """Prints the steps with their durations."""

    def __init__(self) -> None:
        self.began_at = time.monotonic()

    def end(self, done: str) -> None:
        """Print what was done since the previous step."""
        now = time.monotonic()
        print(f"{now - self.began_at:6.1f} s  {done}", flush=True)
        self.began_at = now


def main() -> None:
    """Follow the guide from an engine without images to a restored backup."""
    steps = Steps()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            engine = stack.enter_context(open_engine())
        except NoEngine as reason:
            print(f"Not tried: {reason}")
            sys.exit(NOT_TRIED)
        mail_server = stack.enter_context(open_mail_server(own_address()))
        steps.end("Debian's packages stand in for the images of others")
        containers = stack.enter_context(set_up(engine, folder, mail_server))
        assert "The service is healthy." in containers.follow("with Compose")
        steps.end("image built, all services started and well")
        certificate = folder / "root.crt"
        containers.save_root_certificate(certificate)
        os.environ["SSL_CERT_FILE"] = str(certificate)
        play_by_mail(containers, mail_server, steps)
        try_upkeep(containers, steps)
    steps.end("everything removed")


def play_by_mail(containers: Containers, mail_server: MailServer, steps: Steps) -> None:
    """Sign in and invite somebody; one plays by link, the other by mail."""
    letters = Letters(mail_server, containers.address)
    host = PagePlayer("host@example.org", containers.address, taste=1)
    guest = PagePlayer("guest@example.org", containers.address, taste=2)
    new_game(host, letters, [guest.email], plays=True)
    guest.accept(letters.wait_for(guest.email, "invitation"), name="Guest")
    players = {player.email: player for player in (host, guest)}
    turn = wait_for_turn(letters, *players)
    beginner = players.pop(turn.recipient)
    beginner.take_turn(turn)
    assert beginner.decisions.total() > 0
    steps.end("a game begun by mail, a turn by its link, by TLS")
    answer(wait_for_turn(letters, *players), containers, letters)
    steps.end("a turn by an answer, which came in by LMTP")


def wait_for_turn(letters: Letters, *emails: str) -> Mail:
    """Return the first mail to one of them that asks for a decision."""
    while True:
        for mail in letters.mails:
            if mail.recipient in emails and choices_in(mail):
                return mail
        letters.wait()


def answer(turn: Mail, containers: Containers, letters: Letters) -> None:
    """Reply with the first choice through the mail server's pipe; return the answer."""
    choice = next(iter(choices_in(turn)))
    verdict = f"{AUTHORITY}; dmarc=pass header.from=example.org"
    told = {"From": turn.recipient, "Authentication_Results": verdict}
    reply = written(turn, choice, **told)
    bring(reply, containers.mails_at, by=smtplib.LMTP)
    while letters.mails[-1].message["In-Reply-To"] != reply["Message-ID"]:
        letters.wait()
    assert f"- {choice}: done" in letters.mails[-1].text, letters.mails[-1].text


def try_upkeep(containers: Containers, steps: Steps) -> None:
    """Restart, upgrade, downgrade, back up and restore while people play."""
    with RestlessPlayer(containers.address) as visitor:
        containers.compose("restart", "web")
        visitor.make_moves(2)
        steps.end("pages restarted while moves were made")
        add_column(containers.root)
        containers.follow("**Upgrading.**")
        visitor.make_moves(2)
        steps.end("upgraded while moves were made: its tables have a column more")
        containers.follow("**Going back**")
        visitor.make_moves(2)
        steps.end("the version before put back while moves were made")
    containers.follow("**A backup**")
    containers.compose("down")
    containers.compose("up", "--detach", "--wait")
    steps.end("backed up, taken down, and up again")
    containers.follow("To **restore** it")
    check = shlex.split("exec -T web python manage.py check_streams --all")
    checked = containers.compose(*check)
    assert "all in order" in checked, checked
    steps.end("restored, and every game verified")


if __name__ == "__main__":
    main()
