"""Views of the rules and the tutorial, for anybody, without any row in the database.

Search engines index the rules. The URL contains the step of the tutorial.
"""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import push_url

from games.errors import Refused
from games.learn.rules_page import rules_context
from games.learn.tutorial import answer_sentence, step_url, tutorial_context
from games.learn.tutorial_script import (
    GAME_OVER,
    LessonAnswer,
    judge_lesson,
    wanted_commands,
)
from games.presentation.error_text import error_sentence
from games.table.form_input import entered_in, looked_at, move_in
from games.web.pages import SCREEN, http_status_of, redirect_to, table_template
from stoneage_core import GameError

FIRST = 1
PAGE = "games/learn/tutorial.html"


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/learn/rules.html", rules_context())


@require_http_methods(["GET", "HEAD", "POST"])
def learn(request: HttpRequest, step: int = FIRST) -> HttpResponse:
    """Show a step. The decision that it waits for leads to the next one."""
    if step not in range(FIRST, GAME_OVER + 1):
        raise Http404
    if request.method != "POST" or not wanted_commands(step):
        return _show(request, step)
    try:
        answer = judge_lesson(step, move_in(request.POST).asked)
    except (Refused, GameError) as refusal:
        return _show(request, step, error_sentence(refusal), http_status_of(refusal))
    if answer is LessonAnswer.RIGHT:
        return redirect_to(step_url(step + 1))
    return _show(request, step, answer_sentence(answer))


def _show(
    request: HttpRequest,
    step: int,
    answer: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    is_sent = request.method == "POST"
    context = tutorial_context(
        step,
        entered=entered_in(request.POST) if is_sent else looked_at(request.GET),
        sheet=request.GET.get("sheet", ""),
        answer=answer,
    )
    template = table_template(request, PAGE)
    page = render(request, template, context, status=status)
    if template == SCREEN:
        push_url(page, step_url(step))
    return page
