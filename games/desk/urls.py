"""The addresses of the desk, below those of the admin."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import path

from games.desk import views

app_name = "desk"


def _for_staff(view: Callable[..., Any]) -> Callable[..., Any]:
    return admin.site.admin_view(view)


urlpatterns = [
    path("", _for_staff(views.desk), name="desk"),
    path("game/<slug:slug>/", _for_staff(views.game), name="game"),
    path("game/<slug:slug>/<slug:key>/", _for_staff(views.on_game), name="on_game"),
    path("person/<int:pk>/<slug:key>/", _for_staff(views.on_person), name="on_person"),
]
