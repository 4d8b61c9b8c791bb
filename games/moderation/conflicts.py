"""Conflicts of interest: the staff may not moderate games that they play in."""

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet

from games.errors import Refused
from games.models import Entrant, Game, League, Seat, Status, User
from games.models.moderation import Case, CaseQuerySet
from games.moderation.kinds import RIGHT_TO_LIFT
from games.moderation.subjects import Subject

#: Matches games that can still go on, including those that the staff ended recently.
IS_OPEN = Q(status__in=(Status.INVITING, Status.ACTIVE)) | Q(reveal_at__isnull=False)


def open_games_of(user: User) -> QuerySet[Game]:
    return Game.objects.filter(IS_OPEN, seats__in=Seat.objects.held_by(user))


def cases_for(user: User) -> CaseQuerySet:
    """Return the cases that a member of the staff may see: none that concern them."""
    theirs = Game.objects.filter(seats__in=Seat.objects.held_by(user))
    concern = Q(person=user) | Q(game__in=theirs)
    return Case.objects.exclude(pk__in=Case.objects.filter(concern).values("pk"))


def staff_with(permission: str) -> QuerySet[User]:
    code = {"content_type__app_label": "games", "codename": permission}
    given = Permission.objects.filter(**code)
    holds = Q(groups__permissions__in=given) | Q(user_permissions__in=given)
    staff = User.objects.filter(Q(is_superuser=True) | holds)
    return staff.filter(is_staff=True, is_active=True).order_by("name", "pk").distinct()


def colleagues_for(case: Case, by: User) -> list[User]:
    """
    Return who else can see to a case. An appeal needs somebody who can grant it, if
    possible somebody who did not do the act.
    """
    right = None if case.act is None else f"games.{RIGHT_TO_LIFT[case.act.kind]}"
    able = [
        other
        for other in staff_with("note_game").exclude(pk=by.pk)
        if not _involvement_in_case(other, case)
        and (right is None or other.has_perm(right))
    ]
    return [other for other in able if not _did_act(other, case)] or able


def require_in_charge(by: User, case: Case) -> None:
    """Raise Refused (too_late) if a case is assigned to somebody else."""
    if case.assignee_id not in (None, by.pk):
        raise Refused(
            "too_late", f"{case.assignee} handles this case. Take it over first."
        )


def require_permission(by: User, permission: str) -> None:
    if not by.has_perm(f"games.{permission}"):
        raise Refused("forbidden", "You do not have the permission to do that.")


def require_no_conflict(by: User, subject: Subject) -> None:
    if why := conflict_of(by, subject):
        raise Refused("forbidden", why)


def conflict_of(by: User, subject: Subject) -> str:
    """Return why a member of the staff may not act on a subject, or ''."""
    match subject:
        case Game():
            return _conflict_in_game(by, subject)
        case User():
            # Moderating a fellow player would affect one's own game.
            if subject.pk == by.pk or subject.is_superuser:
                return "You cannot moderate this person."
            theirs = open_games_of(subject).values("pk")
            if open_games_of(by).filter(pk__in=theirs).exists():
                return (
                    "You play in a game with this person, so somebody else has to do "
                    "that."
                )
            return ""
        case League():
            entered = Entrant.objects.filter(season__league=subject, user=by)
            if subject.host_id == by.pk or entered.exists():
                return "You are in this league, so somebody else has to moderate it."
            return ""
        case Case():
            # In an appeal, it is also an obstacle to have done the act, if anybody else
            # can grant it.
            if why := _involvement_in_case(by, subject):
                return why
            if _did_act(by, subject) and colleagues_for(subject, by):
                return "You did this, so somebody else has to decide the appeal."
            return ""


def _conflict_in_game(by: User, game: Game) -> str:
    if any(seat.belongs_to(by) for seat in game.seats.all()):
        return "You play in this game, so somebody else has to moderate it."
    return ""


def _involvement_in_case(by: User, case: Case) -> str:
    if by.pk == case.person_id or case.reports.filter(reporter=by).exists():
        return "This concerns you, so somebody else has to look into it."
    return "" if case.game is None else _conflict_in_game(by, case.game)


def _did_act(by: User, case: Case) -> bool:
    return case.act is not None and case.act.by_id == by.pk
