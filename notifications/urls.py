"""URLs of mails: reply confirmation, preferences, calendar, development mailbox."""

from django.urls import include, path

from notifications.mailbox import views
from notifications.mails.calendar_views import deadlines
from notifications.replies.views import reply_confirmation

urlpatterns = [
    path("replies/<str:token>/", reply_confirmation, name="reply_confirmation"),
    path("", include("notifications.preferences.urls")),
    path("calendar/<str:token>/", deadlines, name="calendar"),
    path("mailbox/", views.mailbox_list, name="mailbox"),
    path("mailbox/<int:pk>/", views.mailbox_message, name="mailbox_message"),
    path("mailbox/<int:pk>/reply/", views.mailbox_reply, name="mailbox_reply"),
    path("mailbox/<int:pk>/html/", views.mailbox_html, name="mailbox_html"),
    path("mailbox/<int:pk>/source/", views.mailbox_source, name="mailbox_source"),
]
