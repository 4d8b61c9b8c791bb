"""The SMTP session, kept for a whole batch."""

import logging
import smtplib

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from notifications.delivery_status.smtp_answers import describe_error

logger = logging.getLogger(__name__)

HUNG_UP = "the server hung up, so it was sent once more: {error}"


class ServerAway(Exception):
    """The mail server cannot be reached, or takes none of our mails."""


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
        Send a message; connect anew, once, where the server had hung up.

        Return '' or, as the server may have taken the mail already, what happened.
        """
        if self._connection is None:
            self._send_anew(message)
            return ""
        try:
            self._connection.send_messages([message])
        except smtplib.SMTPServerDisconnected as error:
            self._close()
            self._send_anew(message)
            return HUNG_UP.format(error=describe_error(error))
        except (OSError, smtplib.SMTPException):
            self._close()
            raise
        return ""

    def _send_anew(self, message: EmailMessage) -> None:
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
                "The mail server did not say goodbye: %s", describe_error(error)
            )
