"""The addresses of the staff's pages, below those of the admin."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import path

from games.moderation import views

app_name = "moderation"


def _for_staff(view: Callable[..., Any]) -> Callable[..., Any]:
    return admin.site.admin_view(view)


urlpatterns = [
    path("", _for_staff(views.dashboard), name="dashboard"),
    path("game/<slug:slug>/", _for_staff(views.game), name="game"),
    path(
        "game/<slug:slug>/<slug:key>/",
        _for_staff(views.act_on_game),
        name="act_on_game",
    ),
    path(
        "person/<int:pk>/<slug:key>/",
        _for_staff(views.act_on_person),
        name="act_on_person",
    ),
]
