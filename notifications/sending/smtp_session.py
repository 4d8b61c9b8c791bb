"""An SMTP session that lasts for a whole batch."""

import logging
import smtplib

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from notifications.delivery_status.smtp_answers import describe_error

logger = logging.getLogger(__name__)

HUNG_UP = "the server hung up, so we sent the mail again: {error}"


class ServerAway(Exception):
    """The mail server cannot be reached, or accepts none of our mails."""


class SmtpSession:
    """One connection for a whole batch, opened at its first mail."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> "SmtpSession":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def hand_over(self, message: EmailMessage) -> str:
        """
        Send a message; reconnect once if the server has hung up.

        Returns what happened in that case, because the server may have taken the mail
        already; otherwise ''.
        """
        if self._connection is None:
            self._connect_and_send(message)
            return ""
        try:
            self._connection.send_messages([message])
        except smtplib.SMTPServerDisconnected as error:
            self._close()
            self._connect_and_send(message)
            return HUNG_UP.format(error=describe_error(error))
        except (OSError, smtplib.SMTPException):
            self._close()
            raise
        return ""

    def _connect_and_send(self, message: EmailMessage) -> None:
        connection = get_connection()
        try:
            connection.open()
        except (OSError, smtplib.SMTPException) as error:
            raise ServerAway(describe_error(error)) from error
        self._connection = connection
        try:
            connection.send_messages([message])
        except (OSError, smtplib.SMTPException):
            self._close()
            raise

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.close()
        except (OSError, smtplib.SMTPException) as error:
            logger.info(
                "Closing the connection to the mail server failed (harmless): %s",
                describe_error(error),
            )
