"""Actions on cases: closing one, which informs the people behind it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.locks import lock_games
from games.models import Game, ModerationAction, TalkMessage, User
from games.models.moderation import Case, CaseMessage
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    execute,
    obstacle_unless,
)
from games.moderation.actions.lifting import LIFTED_BY, lifting_of
from games.moderation.actions.talk import HIDE
from games.moderation.kinds import RIGHT_TO_LIFT


class AnswerForm(ReasonForm):
    hide = forms.BooleanField(label="Hide what was reported, too", required=False)

    reason_label = "Outcome"
    reason_help = (
        "The person who reported it reads this by email. If you hide a message, "
        "everybody at the table does."
    )

    def adapt(self) -> None:
        if not shown_messages(self.context.own_case):
            del self.fields["hide"]


def shown_messages(case: Case) -> list[TalkMessage]:
    reported = TalkMessage.objects.filter(reports__case=case)
    return list(reported.readable().distinct().order_by("pk"))


class QuestionForm(ReasonForm):
    to = forms.TypedChoiceField(label="Whom", coerce=int, widget=forms.RadioSelect)

    reason_label = "Your question"
    reason_help = "They read it by email, and answer by email or on a page."

    def adapt(self) -> None:
        people = people_of(self.context.own_case)
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (user.pk, f"{user}, who {role}") for user, role in people.items()
        ]
        if len(people) == 1:
            self.fields["to"].initial = next(iter(people)).pk
        del self.fields["ready"]


def people_of(case: Case) -> dict[User, str]:
    """Return who is behind a case and has an address, and what they did."""
    wrote = "asks for help" if case.is_request else "reported it"
    people: dict[User, str] = {}
    for report in case.reports.select_related("reporter").order_by("pk"):
        if report.reporter is not None:
            people[report.reporter] = "appealed" if case.act_id else wrote
    if case.person is not None:
        people.setdefault(case.person, "was reported")
    return {user: role for user, role in people.items() if user.email is not None}


def _ask(act: ActionContext) -> None:
    act.row.user = next(
        user for user in people_of(act.own_case) if user.pk == act.data["to"]
    )
    CaseMessage.objects.create(
        case=act.own_case,
        user=act.row.user,
        by=act.by,
        text=act.row.reason,
        written_at=act.now,
    )


def _nobody_to_ask(case: Case, now: datetime) -> str:
    return _still_open(case) or obstacle_unless(
        people_of(case), "Nobody in this case has an address."
    )


def _close(act: ActionContext, *, is_granted: bool | None = None) -> None:
    """If nobody had taken it, it now counts as taken."""
    case = act.own_case
    case.is_granted = is_granted
    case.closed_at, case.closed_by, case.waits_until = act.now, act.by, None
    case.taken_at, case.handled_at = case.taken_at or act.now, act.now
    case.outcome = act.row.reason
    case.save()


def _hide_reported(act: ActionContext) -> None:
    if not act.data.get("hide"):
        return
    for message in shown_messages(act.own_case):
        data = {"reason": act.row.reason, "message": message}
        hiding = ActionContext(act.by, act.now, message.game, data, act.own_case)
        execute(HIDE, hiding)


def _preview_hidden(act: ActionContext) -> Preview:
    hidden = TalkMessage.objects.filter(reports__case=act.own_case, hidden_at=act.now)
    words = [f"“{message.text}” is hidden." for message in hidden.distinct()]
    if words:
        words.append("Everybody at the table reads the outcome as the reason for that.")
    return Preview(words)


def _is_report(case: Case, now: datetime) -> str:
    return _still_open(case) or obstacle_unless(
        case.act_id is None, "This is an appeal: grant or dismiss it."
    )


def _is_appeal(case: Case, now: datetime) -> str:
    return _still_open(case) or obstacle_unless(case.act_id, "This case is no appeal.")


def _still_open(case: Case) -> str:
    return obstacle_unless(case.is_open, "This case is closed already.")


@transaction.atomic
def close_together(
    *, cases: Sequence[Case], by: User, outcome: str, now: datetime
) -> None:
    """
    Close several cases with the same outcome. Raise Refused, and close none, if one of
    them cannot be closed by ``by``.
    """
    lock_games(Game.objects.filter(cases__in=cases))
    for case in sorted(cases, key=lambda case: case.pk):
        execute(ANSWER, ActionContext(by, now, case, {"reason": outcome}, case))


ANSWER = Action(
    key="answer",
    title="Close the case",
    explains="The person who reported it reads the outcome.",
    headline=_("The moderators have looked at what you wrote"),
    means=_("Thank you. No one else learns that you wrote to us."),
    subject_type=Case,
    form=AnswerForm,
    obstacle=_is_report,
    perform=_close,
    follow_up=_hide_reported,
    notes=_preview_hidden,
)


def cannot_lift(case: Case, by: User, now: datetime) -> str:
    """Return why ``by`` cannot grant an appeal, or ''."""
    if case.act is None or by.has_perm(f"games.{RIGHT_TO_LIFT[case.act.kind]}"):
        return ""
    if lifting_of(case.act, now) is None:
        return ""
    return "You cannot lift this act, so hand the appeal over to somebody who can."


def _lift(act: ActionContext) -> None:
    case, lifting = act.own_case, lifting_of(_act_of(act), act.now)
    if lifting is not None:
        data = {**lifting.data, "reason": act.row.reason}
        act.lifting = ActionContext(act.by, act.now, lifting.subject, data, case)
        execute(lifting.action, act.lifting)


def _preview_lifted(act: ActionContext) -> Preview:
    if act.lifting is None:
        return Preview(["Nothing of the act is left to lift."])
    action = LIFTED_BY[_act_of(act).kind]
    preview = action.notes(act.lifting)
    lifted = f"In the same step: {action.title.lower()}. {action.headline}."
    return replace(preview, sentences=[lifted, *preview.sentences])


def _act_of(act: ActionContext) -> ModerationAction:
    against = act.own_case.act
    assert against is not None
    return against


ALLOW = Action(
    key="allow",
    title="Grant the appeal",
    explains="The appeal was justified. The act is lifted in the same step.",
    headline=_("The moderators have looked at your appeal"),
    means=_("Your appeal was granted."),
    subject_type=Case,
    obstacle=_is_appeal,
    obstacle_for=cannot_lift,
    perform=lambda act: _close(act, is_granted=True),
    follow_up=_lift,
    notes=_preview_lifted,
)
DISMISS = Action(
    key="dismiss",
    title="Dismiss the appeal",
    explains="What was decided stays.",
    headline=_("The moderators have looked at your appeal"),
    means=_("Your appeal was turned down."),
    subject_type=Case,
    obstacle=_is_appeal,
    perform=lambda act: _close(act, is_granted=False),
)
ASK = Action(
    key="ask",
    title="Ask",
    explains="The reporter or the reported person, who answers by email or on a page.",
    headline=_("A question from the moderators"),
    means=_("Only the moderators read your answer."),
    subject_type=Case,
    form=QuestionForm,
    obstacle=_nobody_to_ask,
    perform=_ask,
)
#: The actions that inform everybody behind a case about the outcome.
CLOSING = frozenset({ANSWER.key, ALLOW.key, DISMISS.key})
ACTIONS = (ANSWER, ALLOW, DISMISS, ASK)
