"""URLs of the preferences; those with a token stand in emails."""

from django.urls import path

from notifications.preferences import views

urlpatterns = [
    path("no-mail/<str:token>/", views.no_mail, name="no_mail"),
    path("pace/<str:token>/", views.pace, name="mail_pace"),
    path("mail/", views.preferences, name="mail_preferences"),
    path("mail/webhooks/", views.webhooks, name="webhooks"),
    path("mail/push/", views.push, name="mail_push"),
    path("mail/calendar/", views.calendar, name="mail_calendar"),
    path("mail/<str:token>/", views.unsubscribe, name="mail_unsubscribe"),
]
