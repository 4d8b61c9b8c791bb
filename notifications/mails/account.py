"""Mails about an account: sign-in, addresses, and whether mails arrive."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.addresses import is_unused
from games.links.purposes import (
    DATA_LINK,
    INVITATION_LINK,
    KEEP_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
    game_url,
)
from games.links.tokens import LinkPurpose, absolute_url
from games.models import Invitation, Seat, Status, User
from games.presentation.dates import duration_in_words
from games.presentation.text import mask_address, name_of
from games.signals import (
    AccountSecured,
    AddressAdditionRequested,
    AddressChanged,
    AddressTried,
    KeepRequested,
    LinkRequested,
    SignInRequested,
    UserUnreachable,
)
from games.staff_traces import rights_of
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_RUNNING,
    NOT_WAITING,
    Context,
    MailContext,
    MailKind,
    Notice,
    link_to,
    why_not_theirs,
)
from notifications.mails.lobby import invitee_of
from notifications.models import LONGEST_PAGE, Kind, OutgoingMail, Topic
from notifications.outbox.rows import dedupe_key_of

ALREADY_KEPT = "the guest's games have an owner already"
GONE = "the recipient's account no longer exists"

#: Within this many seconds, repeated requests get only one mail.
REPEAT_SECONDS = 60


def _why_no_link(case: MailContext) -> str:
    seat, status = case.seat, case.game.status
    if seat.invitation == Invitation.INVITED and status != Status.INVITING:
        return NOT_WAITING
    asked = (Invitation.INVITED, Invitation.ACCEPTED)
    return "" if seat.invitation in asked else NO_LONGER_INVITED


class AccountMail(MailKind):
    """A mail that its reader waits for, sent even to an unreachable address."""

    can_be_requested_by_anybody = True
    sends_to_unreachable = True


class SignInMail(AccountMail):
    """
    A code and a link to sign in. A banned user's link leads only to their stored data.
    """

    kind = Kind.SIGN_IN
    on = (SignInRequested,)
    sends_to_banned = True

    def mails(self, signal: SignInRequested) -> Iterable[OutgoingMail]:
        page = signal.next
        is_storable = len(page) <= LONGEST_PAGE and page.isprintable()
        # Each browser that asks waits for a code of its own.
        asker = uuid4().hex if signal.code else str(repetition(signal.now))
        yield self.new(
            f"{signal.user.pk}:{asker}",
            signal.now,
            user_id=signal.user.pk,
            to_address=signal.email,
            code=signal.code,
            next_page=page if is_storable else "",
            # Strangers cannot use up what a browser of the user asks for.
            is_counted=signal.is_known,
        )

    def context(self, case: MailContext) -> Context:
        if not case.reader.is_active:
            url = DATA_LINK.url(case.reader, now=case.now)
            return {"is_banned": True} | link_to(url, _("What is stored about you"))
        mail = case.mail
        url = SIGN_IN_LINK.url(
            case.reader, mail.address, now=case.now, next=mail.next_page
        )
        minutes = lifetime_in_words(SIGN_IN_LINK)
        return {"code": mail.code, "minutes": minutes} | link_to(url, _("Sign in"))


class FreshLinkMail(AccountMail):
    kind = Kind.FRESH_LINK
    on = (LinkRequested,)
    checks = (_why_no_link, why_not_theirs)

    def mails(self, signal: LinkRequested) -> Iterable[OutgoingMail]:
        seat, now = signal.seat, signal.now
        yield self.to_seat(seat, now, f"{seat.link_epoch}:{repetition(now)}")

    def context(self, case: MailContext) -> Context:
        invited = case.seat.invitation == Invitation.INVITED
        purpose = INVITATION_LINK if invited else PLAY_LINK
        label = _("Join or decline") if invited else _("Go to the game")
        return case.common | link_to(purpose.url(case.seat, now=case.now), label)


class KeepMail(AccountMail):
    """Asks the owner of an address whether they want to keep a guest's games."""

    kind = Kind.KEEP
    on = (KeepRequested,)

    def mails(self, signal: KeepRequested) -> Iterable[OutgoingMail]:
        seat, user, now = signal.seat, signal.user, signal.now
        key = f"{seat.user_id}:{user.pk}:{repetition(now)}"
        # Without the game, because its names and thread do not concern the owner.
        yield self.new(key, now, user_id=user.pk, seat_id=seat.pk)

    def why_stale(self, case: MailContext) -> str:
        assert case.mail.seat is not None
        owner = case.mail.seat.user
        return "" if owner is not None and owner.is_guest else ALREADY_KEPT

    def context(self, case: MailContext) -> Context:
        assert case.mail.seat is not None
        url = KEEP_LINK.url(case.mail.seat, case.reader, now=case.now)
        return {"days": lifetime_in_words(KEEP_LINK)} | link_to(url, _("Keep my game"))


def repetition(now: datetime) -> int:
    """Return a number that is the same for all requests within a minute."""
    return int(now.timestamp()) // REPEAT_SECONDS


def lifetime_in_words(purpose: LinkPurpose[*tuple[Any, ...]]) -> str:
    return duration_in_words(int(purpose.lifetime.total_seconds()))


def _owner_of(mail: OutgoingMail) -> User | None:
    """Return the user who wants a mail's address, or None if deleted. Takes a query."""
    owner = User.objects.filter(pk=mail.details["owner"], email__isnull=False)
    return owner.first()


def _why_gone(case: MailContext) -> str:
    return "" if _owner_of(case.mail) is not None else GONE


class AddressAdditionMail(AccountMail):
    """To a further address of a user: a link to confirm it, if nobody plays by it."""

    kind = Kind.ADDRESS_ADDITION
    on = (AddressAdditionRequested,)
    checks = (_why_gone,)

    def mails(self, signal: AddressAdditionRequested) -> Iterable[OutgoingMail]:
        wanted, now = signal.wanted, signal.now
        key = f"{signal.user.pk}:{wanted.pk}:{int(now.timestamp())}"
        details = {"owner": signal.user.pk}
        yield self.new(key, now, user_id=wanted.pk, details=details)

    def context(self, case: MailContext) -> Context:
        address = EmailAddress.objects.filter(
            user=_owner_of(case.mail), email=case.mail.address, verified=False
        ).first()
        if address is None or not is_unused(case.reader):
            return {"link": ""}
        key = EmailConfirmationHMAC(address).key
        url = absolute_url("account_confirm_email", key)
        lasts = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)
        hours = duration_in_words(int(lasts.total_seconds()))
        return {"hours": hours} | link_to(url, _("Add this address"))


class AddressChangedMail(AccountMail):
    """To the former primary address; it gives the reason if the staff changed it."""

    kind = Kind.ADDRESS_CHANGED
    on = (AddressChanged,)
    can_be_requested_by_anybody = False

    def mails(self, signal: AddressChanged) -> Iterable[OutgoingMail]:
        user, now = signal.user, signal.now
        key = f"{user.pk}:{int(now.timestamp())}"
        yield self.new(
            key, now, user_id=user.pk, act=signal.act, to_address=signal.former
        )

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        return {
            "address": mask_address(case.reader),
            "reason": "" if act is None else act.reason,
            "contact": settings.CONTACT_EMAIL,
        }


#: What each change of an account says: allauth's name of it, heading, and sentence.
_CHANGES = {
    "webauthn_added": (
        gettext_lazy("A passkey was added"),
        gettext_lazy("From now on that passkey signs in to your account."),
    ),
    "webauthn_removed": (
        gettext_lazy("A passkey was removed"),
        gettext_lazy("That passkey no longer signs in to your account."),
    ),
    "totp_activated": (
        gettext_lazy("An authenticator app was added"),
        gettext_lazy("Signing in to your account asks for a code of that app."),
    ),
    "totp_deactivated": (
        gettext_lazy("An authenticator app was removed"),
        gettext_lazy("Signing in to your account no longer asks for a code of it."),
    ),
    "recovery_codes_generated": (
        gettext_lazy("You have new recovery codes"),
        gettext_lazy("The former recovery codes no longer work."),
    ),
    "token_made": (
        gettext_lazy("A token for a program was made"),
        gettext_lazy("Programs that have it can do what you allowed it."),
    ),
    "turns_off": (
        gettext_lazy("Your turn emails are turned off"),
        gettext_lazy("From now on no email tells you that it’s your turn."),
    ),
    "rights_changed": (
        gettext_lazy("Your rights were changed"),
        gettext_lazy("This is what your account has now:"),
    ),
    "email_deleted": (
        gettext_lazy("An address was removed"),
        gettext_lazy("One of your addresses no longer belongs to your account."),
    ),
}


class AccountSecuredMail(AccountMail):
    """To a user, when something about how they sign in has changed."""

    kind = Kind.ACCOUNT_SECURED
    on = (AccountSecured,)
    can_be_requested_by_anybody = False

    def mails(self, signal: AccountSecured) -> Iterable[OutgoingMail]:
        user, now = signal.user, signal.now
        if user.email is not None and signal.change in _CHANGES:
            key = f"{user.pk}:{signal.change}:{int(now.timestamp())}"
            whose = {"user_id": user.pk, "game_id": signal.game and signal.game.pk}
            yield self.new(key, now, details={"change": signal.change}, **whose)

    def context(self, case: MailContext) -> Context:
        change = case.mail.details["change"]
        heading, sentence = _CHANGES[change]
        if case.mail.game is not None:
            url = game_url(case.game)
            heading = gettext_lazy("Your turn emails are turned off for a game")
            link = link_to(url, _("See the game"))
        else:
            link = link_to(absolute_url("games:account"), _("See your account"))
        lead, is_by_staff = str(sentence), change == "rights_changed"
        if is_by_staff:
            lead = f"{sentence} {rights_of(case.reader)}"
        return {
            "heading": heading,
            "lead": lead,
            "is_by_staff": is_by_staff,
            "contact": settings.CONTACT_EMAIL,
        } | link


class AddressTriedMail(AccountMail):
    """To a user who says that mails reach them again; this mail is the test."""

    kind = Kind.ADDRESS_TRIED
    on = (AddressTried,)

    def mails(self, signal: AddressTried) -> Iterable[OutgoingMail]:
        key = f"{signal.user.pk}:{int(signal.now.timestamp())}"
        yield self.new(key, signal.now, user_id=signal.user.pk)

    def context(self, case: MailContext) -> Context:
        return link_to(absolute_url("games:mine"), _("See your games"))


def prefixes_of(user: User) -> list[str]:
    """Return the dedupe key prefixes of all mails about addresses a user wanted."""
    return [dedupe_key_of(Kind.ADDRESS_ADDITION, f"{user.pk}:")]


REACHED_AGAIN = "mails reach the player again, or the account was deleted"


class UnreachableMail(Notice):
    """To the others at the table, or before the start to the host: who gets no mail."""

    kind = Kind.UNREACHABLE
    topic = Topic.TABLE
    on = (UserUnreachable,)

    def mails(self, signal: UserUnreachable) -> Iterable[OutgoingMail]:
        for lost in signal.seats:
            others = [one for one in signal.others if one.game_id == lost.game_id]
            if lost.game.status == Status.ACTIVE:
                for other in others:
                    if other.user is not None and other.user.email is not None:
                        yield self._mail(signal, lost, other.user_id, other)
            elif (host_id := lost.game.host_id) not in {None, signal.user.pk}:
                own = (other for other in others if other.user_id == host_id)
                yield self._mail(signal, lost, host_id, next(own, lost))

    def _mail(
        self, signal: UserUnreachable, lost: Seat, user_id: int | None, seat: Seat
    ) -> OutgoingMail:
        """Return the mail; its key allows one a day."""
        key = f"{lost.pk}:{user_id}:{signal.now:%Y-%m-%d}"
        whose = {"user_id": user_id, "seat_id": seat.pk, "game_id": lost.game_id}
        return self.new(key, signal.now, details={"lost": lost.pk}, **whose)

    def why_stale(self, case: MailContext) -> str:
        lost = _lost_seat(case.mail)
        if lost.user is None or lost.user.unreachable_since is None:
            return REACHED_AGAIN
        if case.game.status not in (Status.ACTIVE, Status.INVITING):
            return NOT_RUNNING
        return "" if case.seat.pk == lost.pk else why_not_theirs(case)

    def notice(self, case: MailContext) -> Context:
        lost = _lost_seat(case.mail)
        begins = case.game.status == Status.INVITING
        values = {"name": invitee_of(lost) if begins else name_of(lost)}
        lead = _("Our emails to %(name)s come back, so we’ve stopped sending them.")
        context: Context = {
            "heading": _("Our emails don’t reach %(name)s") % values,
            "lead": lead % values,
        }
        if begins:
            note = _("Is there a typo in the address?")
            return context | {
                "notes": [note],
                **link_to(game_url(case.game), _("Find another player")),
                "recap": None,
            }
        note = _(
            "%(name)s’s clock keeps running. Do you have another way to reach "
            "%(name)s? A word from you may help: the page still works."
        )
        return context | {"notes": [note % values]}


def _lost_seat(mail: OutgoingMail) -> Seat:
    """Return the seat of the unreachable player."""
    return Seat.objects.select_related("user").get(pk=mail.details["lost"])
