"""`manage.py mail_doctor`: check whether our mails can be delivered."""

import ipaddress
import smtplib
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from notifications.delivery_status.bounces import uses_provider
from notifications.delivery_status.smtp_answers import describe_error
from notifications.doctor.domains import Domains, check_domains
from notifications.doctor.mail_server import (
    MailServer,
    check_login,
    check_names,
    check_server,
    ip_addresses_of,
    is_here,
    open_session,
)
from notifications.doctor.observations import (
    Grade,
    Lookup,
    Observation,
    bad,
    count_grades,
    good,
    lookup_at,
    unsure,
)
from notifications.doctor.received import check_received
from notifications.doctor.trial import trial_mail
from notifications.network.smtp_backend import TIMED_SMTP

WIDTH = 8


class Command(BaseCommand):
    help = (
        "Check whether our mails can be delivered: DNS, TLS and the name of the "
        "mail server. Given an address it sends a trial mail there; with --received it "
        "checks a received mail of ours. Exits with 1 if something has to be changed."
    )
    requires_system_checks = ()  # the start of the service ran them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "to", nargs="?", type=_email_address, help="where to send a trial mail"
        )
        parser.add_argument(
            "--received",
            metavar="FILE",
            type=_source_of,
            help="the source of a received mail, - for stdin",
        )
        parser.add_argument(
            "--selector", default="", help="the selector of your DKIM key"
        )
        parser.add_argument(
            "--address",
            action="append",
            default=[],
            type=_ip_address,
            help="an IP address from which your mail server sends; may be repeated",
        )
        parser.add_argument(
            "--nameserver",
            default="",
            metavar="IP[:PORT]",
            help="the name server to ask",
        )

    def handle(self, *, to: str | None, received: bytes | None, **options: Any) -> None:
        lookup = _lookup_at(options["nameserver"])
        observations = list(_examine(lookup, options["selector"], options["address"]))
        if received is not None:
            observations += check_received(received, _domains().sender)
        if to is not None:
            observations += _try_sending(to)
        for observation in observations:
            self._print(observation)
        self.stdout.write(f"\nIn all: {count_grades(observations)}.")
        if any(each.grade is Grade.BAD for each in observations):
            raise CommandError("Please change what is marked as bad.")

    def _print(self, observation: Observation) -> None:
        self.stdout.write(f"{observation.grade:{WIDTH}}{observation.sentence}")
        if observation.remedy:
            self.stdout.write(f"{'':{WIDTH}}→ {observation.remedy}")


def _examine(
    lookup: Lookup, selector: str, addresses: list[str]
) -> Iterator[Observation]:
    """Uses the network."""
    if not settings.SITE_IS_SECURE:
        yield bad(
            f"SITE_URL is {settings.SITE_URL}: mails have no unsubscribe button, and "
            "anybody on the network can read the links.",
            "Put a proxy with TLS in front, and set SITE_URL to https://….",
        )
    yield from _check_way_out(addresses, lookup)
    yield from check_domains(_domains(), lookup, selector=selector)


def _check_way_out(addresses: list[str], lookup: Lookup) -> Iterator[Observation]:
    if settings.EMAIL_BACKEND == TIMED_SMTP:
        server = MailServer(
            settings.EMAIL_HOST,
            settings.EMAIL_PORT,
            has_starttls=settings.EMAIL_USE_TLS,
            has_ssl=settings.EMAIL_USE_SSL,
            timeout=settings.EMAIL_TIMEOUT,
        )
        reached = list(check_server(server))
        yield from reached
        if settings.EMAIL_HOST_USER and reached[0].grade is not Grade.BAD:
            yield check_login()
        if not addresses and is_here(settings.EMAIL_HOST):
            yield unsure(
                "We do not know from which IP address your mail server sends.",
                "Name it: --address 203.0.113.7.",
            )
        yield from check_names(addresses or _public_addresses(), lookup)
    elif uses_provider():
        yield unsure(
            "A provider sends our mails and takes care of its servers.",
            "Check on its page that your domain is verified.",
        )
    else:
        yield bad(
            "Mails are not sent: they stay on this machine.",
            "Set EMAIL_URL, for example smtp+tls://user:password@host:587, or "
            "EMAIL_BACKEND.",
        )


def _public_addresses() -> list[str]:
    found = ip_addresses_of(settings.EMAIL_HOST)
    return [each for each in found if not ipaddress.ip_address(each).is_loopback]


def _domains() -> Domains:
    sender = _domain_of(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
    replies = _domain_of(settings.REPLY_TO)
    return Domains(sender, sender if uses_provider() else replies or sender, replies)


def _try_sending(address: str) -> Iterator[Observation]:
    """Send a trial mail, and quote the answer of the server or provider."""
    message = trial_mail(address, _domains().envelope)
    try:
        with open_session() as session:
            session.send_messages([message])
            smtp = getattr(session, "connection", None)
            answer = getattr(smtp, "acceptance", "")
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        yield bad(
            f"The trial mail was not accepted: {describe_error(error)}.",
            "Check EMAIL_URL and DEFAULT_FROM_EMAIL.",
        )
        return
    if status := getattr(message, "anymail_status", None):
        answer = f"{', '.join(status.status or ())} {status.message_id}"
    said = f" It answered: {answer}" if answer else ""
    yield good(f"A trial mail is on its way to {address}.{said}")


def _lookup_at(nameserver: str) -> Lookup:
    try:
        return lookup_at(nameserver)
    except ValueError as error:
        sentence = f"{nameserver} is not a name server: write IP or IP:PORT."
        raise CommandError(sentence) from error


def _source_of(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise ArgumentTypeError(f"{path} cannot be read: {error.strerror}") from error


def _email_address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError as error:
        raise ArgumentTypeError(f"{text} is not an email address") from error
    return text


def _ip_address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is not an IP address") from error


def _domain_of(address: str) -> str:
    return address.rpartition("@")[2].lower()
