"""What can be done about a person: a ban, a while of silence, their account."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import tables
from games.dates import moment_in_words
from games.desk import forms
from games.desk.actions import Action, Case, Preview
from games.desk.actions import on_people as on_people
from games.models import Status, User
from games.services import staff


def _on_person(case: Case) -> dict[str, Any]:
    return {"by": case.by, "user": case.person, "reason": case.reason, "now": case.now}


def _told(case: Case, *sentences: str) -> Preview:
    if case.person.email is None:
        told = _("They have no address, so no mail tells them.")
    else:
        told = _("They get a mail with your reason; it does not name you.")
    return Preview([*sentences, told])


def _ban(case: Case) -> Preview:
    seats = tables.seats_of(case.person).filter(
        game__status__in=(Status.INVITING, Status.ACTIVE)
    )
    slugs = ", ".join(seats.values_list("game__slug", flat=True))
    return _told(
        case,
        _("They cannot sign in, and no link of theirs opens anything."),
        _("The steward plays on in these games: %(games)s.") % {"games": slugs}
        if slugs
        else _("They play in no game that is not over."),
    )


def _unban(case: Case) -> Preview:
    return _told(
        case,
        _("They can sign in again, and their links open their seats."),
        _("What the steward plays for them they take back by one click."),
    )


def _mute(case: Case) -> Preview:
    until = moment_in_words(case.data["until"])
    return _told(
        case,
        _("They write nothing to others until %(until)s.") % {"until": until},
        _("They can go on playing."),
    )


def _unmute(case: Case) -> Preview:
    return _told(case, _("They can write to others again."))


def _address(case: Case) -> Preview:
    email = User.objects.get(pk=case.person.pk).email
    values = {"old": case.person.email, "new": email}
    return Preview(
        [
            _("Their mails go to %(new)s instead of %(old)s.") % values,
            _("Whoever reads the mails there plays their games."),
            _("Both addresses get a mail with your reason; it does not name you."),
        ]
    )


def _forget(case: Case) -> Preview:
    person = User.objects.get(pk=case.person.pk)
    assert person.forget_at is not None
    return _told(
        case,
        _("Until %(until)s you can keep them. Then they are forgotten, for good.")
        % {"until": moment_in_words(person.forget_at)},
        _("The steward plays on for them from then on."),
    )


def _keep(case: Case) -> Preview:
    return _told(case, _("Their account stays as it is."))


on_people.add(
    Action(
        "ban",
        gettext_lazy("Ban"),
        gettext_lazy("No sign-in, no links; the steward plays on."),
        "ban_user",
        forms.ActForm,
        lambda case: staff.user_ban(**_on_person(case)),
        _ban,
        is_grave=True,
    ),
    Action(
        "unban",
        gettext_lazy("Lift the ban"),
        gettext_lazy("Let somebody play again."),
        "ban_user",
        forms.ActForm,
        lambda case: staff.user_unban(**_on_person(case)),
        _unban,
    ),
    Action(
        "mute",
        gettext_lazy("Mute"),
        gettext_lazy("Nothing to be written to others for a while."),
        "ban_user",
        forms.UntilForm,
        lambda case: staff.user_mute(**_on_person(case), until=case.data["until"]),
        _mute,
    ),
    Action(
        "unmute",
        gettext_lazy("Unmute"),
        gettext_lazy("Let somebody write to others again."),
        "ban_user",
        forms.ActForm,
        lambda case: staff.user_unmute(**_on_person(case)),
        _unmute,
    ),
    Action(
        "address",
        gettext_lazy("Change the address"),
        gettext_lazy("Their mails go to another address."),
        "manage_accounts",
        forms.AddressForm,
        lambda case: staff.address_set(**_on_person(case), email=case.data["email"]),
        _address,
        is_grave=True,
    ),
    Action(
        "forget",
        gettext_lazy("Have them forgotten"),
        gettext_lazy("Their account goes, in a few days."),
        "manage_accounts",
        forms.ActForm,
        lambda case: staff.user_forget_later(**_on_person(case)),
        _forget,
        is_grave=True,
    ),
    Action(
        "keep",
        gettext_lazy("Do not have them forgotten"),
        gettext_lazy("Their account stays."),
        "manage_accounts",
        forms.ActForm,
        lambda case: staff.user_keep(**_on_person(case)),
        _keep,
    ),
)
