"""The URLs of the staff's pages, below those of the admin."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, path

from games.moderation.views import acts, cases, desk

app_name = "moderation"


def _page(route: str, view: Callable[..., Any], name: str) -> URLPattern:
    return path(route, admin.site.admin_view(view), name=name)


urlpatterns = [
    _page("", desk.dashboard, "dashboard"),
    _page("game/<slug:slug>/", desk.game, "game"),
    _page("game/<slug:slug>/notes/", desk.note_game, "note_game"),
    _page("game/<slug:slug>/<slug:key>/", acts.act_on_game, "act_on_game"),
    _page("league/<int:pk>/", desk.league, "league"),
    _page("league/<int:pk>/<slug:key>/", acts.act_on_league, "act_on_league"),
    _page("numbers/", desk.numbers, "numbers"),
    _page("events/", desk.search_events, "events"),
    _page("cases/", cases.cases, "cases"),
    _page("cases/close/", cases.close_several, "close_cases"),
    _page("case/<int:pk>/", cases.case, "case"),
    _page("case/<int:pk>/handle/", cases.handle, "handle_case"),
    _page("case/<int:pk>/<slug:key>/", acts.act_on_case, "act_on_case"),
    _page("person/<int:pk>/", desk.person, "person"),
    _page("person/<int:pk>/notes/", desk.note_person, "note_person"),
    _page("person/<int:pk>/investigate/", desk.investigate_person, "investigate"),
    _page("person/<int:pk>/<slug:key>/", acts.act_on_person, "act_on_person"),
]
