"""The mail server at the start of the service."""

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection

from notifications.doctor.mail_server import check_login
from notifications.doctor.observations import Grade
from notifications.models import MailStatus, OutgoingMail
from notifications.models.outgoing import OTHER_CHANNELS


def require_mail_server() -> str:
    """
    Return a warning if the mail server does not let us in, or ''. Uses the network.

    Raises ImproperlyConfigured if its settings are wrong and no mail has ever been
    sent. A server that took mails before must not keep the pages from starting:
    /healthz reports it.
    """
    found = check_login()
    if found.grade is Grade.GOOD:
        return ""
    sentence = f"{found.sentence} {found.remedy}"
    if found.grade is Grade.BAD and not may_have_sent():
        raise ImproperlyConfigured(sentence)
    return sentence


def may_have_sent() -> bool:
    """Return whether a mail was ever sent; True if the database does not answer."""
    try:
        if OutgoingMail._meta.db_table not in connection.introspection.table_names():
            return False
        sent = OutgoingMail.objects.filter(status=MailStatus.SENT)
        return sent.exclude(kind__in=OTHER_CHANNELS).exists()
    except DatabaseError:
        return True
