"""Is a mail still of use, or does it have to wait? Asked before it is sent."""

from notifications.relevance.decisions import waits_until
from notifications.relevance.kinds import why_skip

__all__ = ["waits_until", "why_skip"]
