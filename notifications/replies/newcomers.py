"""What a reply tells of somebody whom we know by an address alone."""

from games import services
from games.errors import InvalidChoice
from games.models import User
from games.services.users import clean_name


def name_for(user: User | None, writer: str) -> str:
    """
    Return the name for somebody who has none, '' if there is none to be had.

    ``writer`` is how their mail program calls them: never their address.
    """
    if user is None or user.name or "@" in writer:
        return ""
    try:
        return clean_name(writer)
    except InvalidChoice:
        return ""


def settle_language(user: User | None) -> None:
    """Keep the language for good in which somebody was asked, as they understood it."""
    if user is not None and not user.language_known:
        services.user_update(user=user, language=user.language)
