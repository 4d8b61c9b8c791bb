"""The mail server that takes our mails: reachability, TLS, our login, its name."""

import ipaddress
import smtplib
import socket
import ssl
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.mail.backends.base import BaseEmailBackend

from notifications.delivery_status.smtp_answers import describe_error
from notifications.doctor.observations import (
    Lookup,
    Observation,
    bad,
    good,
    query_dns,
    reverse_name,
    unsure,
)

TLS_URL = "Write smtp+tls://… instead of smtp://… in EMAIL_URL."


@dataclass(frozen=True)
class MailServer:
    """The connection: TLS from the start if ``has_ssl``, else perhaps STARTTLS."""

    host: str
    port: int
    has_starttls: bool
    has_ssl: bool
    timeout: float


def check_server(server: MailServer) -> Iterator[Observation]:
    place = f"{server.host}:{server.port}"
    try:
        yield _connect(server, place)
    except ssl.SSLCertVerificationError as error:
        yield bad(
            f"The certificate of {place} is not valid: {error.verify_message}.",
            "Use the host name in the certificate, or renew it.",
        )
    except (OSError, smtplib.SMTPException) as error:
        yield bad(
            f"The mail server {place} cannot be reached: {describe_error(error)}.",
            "Check EMAIL_URL and the firewall.",
        )


def _connect(server: MailServer, place: str) -> Observation:
    context = ssl.create_default_context()
    if server.has_ssl:
        with smtplib.SMTP_SSL(
            server.host, server.port, timeout=server.timeout, context=context
        ):
            return good(f"Mails are handed to {place} by TLS.")
    with smtplib.SMTP(server.host, server.port, timeout=server.timeout) as smtp:
        smtp.ehlo()
        if not server.has_starttls and is_here(server.host):
            return good(f"Mails are handed to {place}, which is this machine.")
        offers_tls = smtp.has_extn("starttls")
        if not offers_tls and server.has_starttls:
            return bad(
                f"{place} offers no TLS, and our settings require it: nothing is sent.",
                "Write smtp://… in EMAIL_URL if it is on this machine.",
            )
        if not offers_tls:
            return bad(
                f"Mails, and the password, are sent to {place} unencrypted.",
                "Use a mail server that offers TLS.",
            )
        smtp.starttls(context=context)
        if server.has_starttls:
            return good(f"Mails are handed to {place} by TLS.")
        return bad(f"{place} offers TLS, but we do not use it.", TLS_URL)


@contextmanager
def open_session() -> Iterator[BaseEmailBackend]:
    """Log in to the mail server; a failure to say goodbye hides no other error."""
    connection = mail.get_connection()
    try:
        connection.open()
        yield connection
    finally:
        with suppress(OSError):
            connection.close()


def check_login() -> Observation:
    """
    Return whether the mail server lets us in, with the settings that send mails.

    The result is bad if trying again would not help: the host does not exist, refuses
    our login, or has no valid TLS. Of a provider only the settings are checked. Uses
    the network.
    """
    setting = "EMAIL_URL" if settings.EMAIL_URL else "EMAIL_BACKEND"
    remedy = f"Check {setting}."
    host = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with open_session():
            return good(f"{host} accepts our login.")
    except ImproperlyConfigured as error:
        return bad(f"Mails cannot be sent: {describe_error(error)}.", remedy)
    except ImportError:
        sentence = f"EMAIL_BACKEND is {settings.EMAIL_BACKEND!r}, which does not exist."
        return bad(
            sentence, "Name a backend, like anymail.backends.mailgun.EmailBackend."
        )
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            return unsure(f"No name server could look up {host}.", remedy)
        return bad(f"There is no host {settings.EMAIL_HOST}.", remedy)
    except smtplib.SMTPAuthenticationError as error:
        sentence = f"{host} refuses our login: {describe_error(error)}."
        is_temporary = error.smtp_code < 500
        return unsure(sentence, remedy) if is_temporary else bad(sentence, remedy)
    except ssl.SSLCertVerificationError as error:
        reason = f"The certificate of {host} is not valid: {error.verify_message}."
        return bad(reason, "Use the host name in the certificate, or renew it.")
    except (smtplib.SMTPNotSupportedError, ssl.SSLError) as error:
        return bad(f"{host} does not offer what {setting} asks for: {error}.", remedy)
    except (OSError, smtplib.SMTPException) as error:
        return unsure(f"{host} takes no mails: {describe_error(error)}.", remedy)


def is_here(host: str) -> bool:
    """Uses the network."""
    found = ip_addresses_of(host)
    return bool(found) and all(ipaddress.ip_address(each).is_loopback for each in found)


def ip_addresses_of(host: str) -> Sequence[str]:
    """Uses the network."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(dict.fromkeys(str(place[0]) for *_others, place in found))


def check_names(addresses: Iterable[str], lookup: Lookup) -> Iterator[Observation]:
    """Yield whether IP addresses have a name (PTR) that resolves back to them."""
    for address in addresses:
        yield from query_dns(partial(_check_name, address, lookup))


def _check_name(address: str, lookup: Lookup) -> Iterator[Observation]:
    names = [name.rstrip(".") for name in lookup(reverse_name(address), "PTR")]
    kind = "AAAA" if ":" in address else "A"
    wanted = ipaddress.ip_address(address)
    leading_back = (
        name
        for name in names
        if wanted in map(ipaddress.ip_address, lookup(name, kind))
    )
    remedy = "Ask your hosting provider for a PTR record with your server's name."
    if name := next(leading_back, ""):
        yield good(f"{address} is {name}, and {name} is {address}.")
    elif not names:
        sentence = f"{address} has no name (PTR): large providers refuse its mails."
        yield bad(sentence, remedy)
    else:
        sentence = f"{address} is called {names[0]}, which is not at that address."
        yield bad(sentence, f"{remedy} Its {kind} record must be that address.")
