"""A listener for SMTP or LMTP: behind a mail server, or for your own machine.

We answer 250 after the commit. Database queries run in threads, so that no mail keeps
others waiting.
"""

import asyncio
import logging
import math
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections
from django.utils.translation import override

from games.limits import TooMany
from games.now import database_now
from notifications.inbox.store import (
    MailTooLarge,
    UnknownRecipient,
    find_recipient,
    receive_mail,
)
from notifications.models import Channel

logger = logging.getLogger(__name__)

#: LMTP needs an answer for each recipient, also if the mail is too large, so we allow
#: one.
MOST_RECIPIENTS = {Channel.SMTP: 20, Channel.LMTP: 1}
#: Seconds that a client may be silent.
SILENCE = 60.0
#: Seconds for sending the last answers at the end.
FAREWELL = 0.1
#: Seconds without a client after which a listener is idle.
IDLE = 600.0
#: Seconds between two looks whether it is idle.
GLANCE = 10.0
THREADS = 4
#: In bytes. The standard says 1,000, but not every mail program complies.
LONGEST_LINE = 65_536
#: Bytes read from one connection before the next gets its turn.
MOST_AT_ONCE = 16_384

T = TypeVar("T")


@dataclass
class SmtpHandler:
    """
    The listener's handler; ``channel`` is its protocol.

    It counts the clients, and knows by the loop's clock when the last one left.
    """

    channel: Channel
    clients: int = 0
    last_left_at: float = field(default_factory=lambda: _clock())
    threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(THREADS, "mail")
    )

    async def handle_RCPT(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS[self.channel]:
            return "452 4.5.3 Too many recipients, please send another mail"
        answer = await self._ask(lambda: bool(find_recipient(address)))
        if isinstance(answer, str):
            return answer
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Welcome"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        is_here = _is_loopback(session.peer)
        source = envelope.original_content or b""
        recipients, sender = list(envelope.rcpt_tos), envelope.mail_from or ""

        def keep() -> bool:
            receive_mail(
                source,
                channel=self.channel,
                recipients=recipients,
                sender=sender,
                is_trusted=is_here and settings.LOOPBACK_IS_TRUSTED,
                now=database_now(),
            )
            return True

        answer = await self._ask(keep)
        return answer if isinstance(answer, str) else "250 2.6.0 Stored for processing"

    async def _ask(self, question: Callable[[], T]) -> T | str:
        """Run a query in a thread; return its result, or the SMTP line of a refusal."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.threads, _connected, question)
        except UnknownRecipient as refused:
            return f"550 {refused.status_code} {_in_english(refused)}"
        except MailTooLarge as refused:
            return f"552 5.3.4 {_in_english(refused)}"
        except TooMany:
            return "450 4.7.1 Too many mails to this address, please try again later"
        except Exception:
            logger.exception("A mail could not be stored; its sender will try again")
            return "451 4.3.0 This could not be stored just now, please try again"


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _connected(question: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()


def _in_english(refused: Exception) -> str:
    """Return a refusal in English and ASCII, as SMTP requires."""
    with override("en"):
        return str(refused).replace("’", "'")


def _is_loopback(peer: Any) -> bool:
    try:
        return ip_address(peer[0]).is_loopback
    except (IndexError, TypeError, ValueError):
        return False


class _Fair:
    """Reads small chunks, so that no client keeps the others waiting."""

    line_length_limit = LONGEST_LINE
    event_handler: SmtpHandler

    def connection_made(self, transport: Any) -> None:
        transport.max_size = MOST_AT_ONCE  # of asyncio's own transports
        self.event_handler.clients += 1
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.clients -= 1
        self.event_handler.last_left_at = _clock()
        super().connection_lost(error)  # type: ignore[misc]


class _Smtp(_Fair, SMTP):
    pass


class _Lmtp(_Fair, LMTP):
    pass


def protocol(handler: SmtpHandler) -> SMTP:
    speaks = _Lmtp if handler.channel == Channel.LMTP else _Smtp
    return speaks(
        handler,
        data_size_limit=settings.INCOMING_MAIL_BYTES,
        timeout=SILENCE,
        hostname=settings.REPLY_TO.rpartition("@")[2] or "localhost",
        ident="Stone Age by Mail",
        enable_SMTPUTF8=True,
        loop=asyncio.get_running_loop(),
    )


async def serve(
    listener: socket.socket,
    channel: Channel,
    *,
    ready: Callable[[], None] = lambda: None,
    until_idle: bool = False,
) -> None:
    """
    Accept mails until SIGTERM or SIGINT; finish those being stored.

    If ``until_idle``, also end when no client has been there for ten minutes.
    """
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    idle = IDLE if until_idle else math.inf
    await serve_until(stop, listener, channel, ready=ready, idle=idle)


async def serve_until(
    stop: asyncio.Event,
    listener: socket.socket,
    channel: Channel,
    *,
    ready: Callable[[], None] = lambda: None,
    idle: float = math.inf,
) -> None:
    handler = SmtpHandler(channel)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(handler), sock=listener)
    ready()
    while not (stop.is_set() or is_idle(handler, idle)):
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), min(idle, GLANCE))
    server.close()
    await asyncio.to_thread(handler.threads.shutdown, wait=True)
    await asyncio.sleep(FAREWELL)


def is_idle(handler: SmtpHandler, seconds: float) -> bool:
    return not handler.clients and _clock() - handler.last_left_at > seconds
