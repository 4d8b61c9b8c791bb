"""Which options a host can choose here, and their form fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from games.errors import Refused, refusals
from games.models import User
from games.presentation.text import say_clause
from stoneage_core.cryptography.beacon import QUICKNET, WITNESSED
from stoneage_core.terms import OPTIONS, Option, Terms, check_terms, usual_terms

#: The setting that an option requires, and the refusal if it is not set.
_NEEDS = {
    "beacon": ("BEACON_URL", gettext_lazy("No beacon is known here for the dice.")),
    "coached": ("THINKING", gettext_lazy("This server has no coach.")),
}


#: The help for the beacon where witnesses sign the site's log.
_WITNESSED_HELP = gettext_lazy(
    "Once everyone has placed their people, a public beacon draws a number that no one "
    "can know before, and it goes into every roll of the round. Each time the table "
    "waits three minutes, in which a witness elsewhere signs what was placed: the "
    "record proves that no one knew the number. Alone against bots it takes a few "
    "seconds, and it’s our word."
)


def has_witnesses() -> bool:
    """Return whether witnesses sign the log of this site."""
    return bool(settings.TRANSPARENCY_KEYS and settings.TRANSPARENCY_WITNESSES)


def with_witnessed_beacon(terms: Terms, *, people: int) -> Terms:
    """
    Return the terms with a beacon that waits for witnesses, if they have a beacon, this
    site has witnesses, and more than one person plays.
    """
    if terms.beacon is None:
        return terms
    is_witnessed = has_witnesses() and people > 1
    return replace(terms, beacon=WITNESSED if is_witnessed else QUICKNET)


def is_offered(option: Option) -> bool:
    """Return whether this server has what an option requires."""
    needs = _NEEDS.get(option.field)
    return needs is None or bool(getattr(settings, needs[0]))


def offered_options(*, for_leagues: bool = False) -> list[Option]:
    return [
        option
        for option in OPTIONS
        if is_offered(option) and (option.for_leagues or not for_leagues)
    ]


def offered_terms(terms: Terms) -> Terms:
    """Return the terms with defaults for all options that are not offered here."""
    return usual_terms(terms, *(each for each in OPTIONS if not is_offered(each)))


def require_offered(terms: Terms, host: User) -> None:
    """
    Raise Refused: (invalid) for terms that no game can have here, (address_needed) if a
    guest asks for a rated game.
    """
    with refusals():
        check_terms(terms)
    for option in OPTIONS:
        if not option.is_usual(terms) and not is_offered(option):
            raise Refused("invalid", _NEEDS[option.field][1])
    if terms.rated and host.is_guest:
        raise Refused("address_needed")


def option_fields(options: Iterable[Option]) -> dict[str, forms.Field]:
    return {option.field: _field(option) for option in options}


def _field(option: Option) -> forms.Field:
    label, help_text = _(option.label), option.help and _(option.help)
    if option.field == "beacon" and has_witnesses():
        help_text = str(_WITNESSED_HELP)
    if option.is_switch:
        return forms.BooleanField(required=False, label=label, help_text=help_text)
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        choices=[(each.key, say_clause(each.label)) for each in option.choices],
        initial=option.choice_of(option.default).key,
        required=False,
    )


def chosen_options(
    options: Iterable[Option], data: Mapping[str, Any]
) -> dict[str, Any]:
    """A missing or unknown choice becomes the default."""
    return {
        option.field: _value(option, data[option.field])
        for option in options
        if option.field in data
    }


def _value(option: Option, chosen: Any) -> Any:
    if option.is_switch:
        return option.choices[chosen].value
    values = {choice.key: choice.value for choice in option.choices}
    return values.get(chosen, option.default)
