"""URLs of the preferences; those with a token are linked at the foot of each mail."""

from django.urls import path

from notifications.preferences import views

urlpatterns = [
    path("no-mail/<str:token>/", views.no_mail, name="no_mail"),
    path("mail/", views.preferences, name="mail_preferences"),
    path("mail/webhooks/", views.webhooks, name="webhooks"),
    path("mail/push/", views.push, name="mail_push"),
    path("mail/<str:token>/", views.preferences_link, name="mail_preferences_link"),
    path(
        "mail/<str:token>/unsubscribe/<str:topic>/",
        views.unsubscribe,
        name="mail_unsubscribe",
    ),
    path(
        "mail/<str:token>/unsubscribe/<str:topic>/<slug:slug>/",
        views.unsubscribe,
        name="mail_unsubscribe_game",
    ),
]
