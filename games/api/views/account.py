"""Operations on the caller's own account: settings, and the page about them."""

from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Body, Router, Status
from pydantic import Field

from games.accounts.profile_page import ProfilePage, profile_page
from games.accounts.profiles import hide_profile, show_profile
from games.accounts.users import LONGEST_NAME, show_when_here, update_settings
from games.api.caller import READ, WEBHOOKS, caller_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.resources import AccountResource, account_resource
from games.people.reachability import try_address

router = Router(auth=WEBHOOKS, tags=["account"])

Minute = Annotated[int, Field(ge=0, lt=24 * 60)]


@with_example(time_zone="Europe/Madrid", quiet_from=1320, quiet_until=480)
@dataclass(frozen=True, kw_only=True)
class SettingsRequest:
    """
    Changes of the caller's settings. What is null or left out stays as it is.

    Quiet hours are minutes of the day in the caller's time zone.
    ``sends_at_once`` has pages play with one tap, and ``shows_presence`` shows others
    that the caller has their table open.
    """

    name: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    language: Literal[tuple(dict(settings.LANGUAGES))] | None = None  # type: ignore[valid-type]
    time_zone: Annotated[str, Field(max_length=64)] | None = None
    quiet_from: Minute | None = None
    quiet_until: Minute | None = None
    sends_at_once: bool | None = None
    shows_presence: bool | None = None


@with_example(shows_games=True, shows_ratings=True)
@dataclass(frozen=True, kw_only=True)
class ProfileRequest:
    """What the public page about the caller shows besides their name."""

    shows_games: bool = False
    shows_results: bool = False
    shows_pace: bool = False
    shows_record: bool = False
    shows_ratings: bool = False


@router.get("/me", auth=READ, response={200: AccountResource} | PROBLEMS)
def read_account(request: HttpRequest) -> AccountResource:
    """Return the caller's account, and what their token allows."""
    return account_resource(caller_of(request))


@router.patch("/me", response={200: AccountResource} | PROBLEMS)
def change_account(
    request: HttpRequest, wanted: Body[SettingsRequest]
) -> AccountResource:
    """Change the caller's settings."""
    caller, changes = caller_of(request), asdict(wanted)
    shows_presence = changes.pop("shows_presence")
    update_settings(user=caller.user, now=caller.now, **changes)
    if shows_presence is not None:
        show_when_here(user=caller.user, wanted=shows_presence)
    return account_resource(caller)


@router.post("/me/try-address", response={200: AccountResource} | PROBLEMS)
def try_address_again(request: HttpRequest) -> AccountResource:
    """Have emails sent again to the caller's address after they came back."""
    caller = caller_of(request)
    try_address(user=caller.user, now=caller.now)
    return account_resource(caller)


@router.put("/profile", response={200: ProfilePage} | PROBLEMS)
def show_own_profile(request: HttpRequest, wanted: Body[ProfileRequest]) -> ProfilePage:
    """Show a public page about the caller, or change what it shows."""
    caller = caller_of(request)
    shown = show_profile(user=caller.user, now=caller.now, **asdict(wanted))
    return profile_page(shown, caller.user)


@router.delete("/profile", response={204: None} | PROBLEMS)
def hide_own_profile(request: HttpRequest) -> Status[None]:
    """Remove the public page about the caller. Idempotent."""
    hide_profile(user=caller_of(request).user)
    return Status(HTTPStatus.NO_CONTENT, None)
