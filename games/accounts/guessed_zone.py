"""The time zone of somebody of whom only the language and the offset are known."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

#: By language, the most likely first.
_OF_SPEAKERS = {
    "en": (
        "America/New_York",
        "America/Chicago",
        "America/Denver",
        "America/Los_Angeles",
        "Europe/London",
        "Australia/Sydney",
        "Australia/Perth",
        "Australia/Adelaide",
        "Pacific/Auckland",
        "America/Halifax",
        "America/Anchorage",
        "Pacific/Honolulu",
    ),
    "es": (
        "Europe/Madrid",
        "America/Mexico_City",
        "America/Bogota",
        "America/Argentina/Buenos_Aires",
        "America/Caracas",
        "America/Santiago",
        "America/Tijuana",
    ),
    "it": ("Europe/Rome",),
    "ko": ("Asia/Seoul",),
    "pt-br": ("America/Sao_Paulo", "America/Manaus", "America/Rio_Branco"),
}
#: For everybody else who lives at that offset.
_OTHERS = (
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/London",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Tehran",
    "Asia/Kabul",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Dhaka",
    "Asia/Yangon",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Adelaide",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Atlantic/Azores",
    "America/Sao_Paulo",
    "America/St_Johns",
    "America/Halifax",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
)


def guess_zone(offset: timedelta, language: str, now: datetime) -> str:
    """
    Return the name of the likeliest time zone with this offset from UTC now, or ''.

    An offset of zero says nothing: many programs date all emails in UTC.
    """
    if not offset:
        return ""
    for name in (*_OF_SPEAKERS.get(language, ()), *_OTHERS):
        if now.astimezone(ZoneInfo(name)).utcoffset() == offset:
            return name
    return ""
