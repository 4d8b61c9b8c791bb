"""All URLs of the service."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from config.api import api_urls, no_such_operation
from config.monitoring.health import healthz
from config.monitoring.metrics import metrics
from config.monitoring.status_page import status_page
from config.web.security_txt import security_txt
from games.moderation.views.desk import sign_in

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("api/v1/", api_urls()),
    re_path("^api/", no_such_operation),
    path("admin/login/", sign_in),  # before the admin's own, which wants a password
    path("admin/service/", admin.site.admin_view(status_page), name="service"),
    path("admin/games/desk/mails/", include("notifications.desk_mails")),
    path("admin/games/desk/", include("games.moderation.urls")),
    path("admin/", admin.site.urls),
    path("account/", include("games.accounts.urls")),
    path("", include("games.urls")),
    path("", include("notifications.urls")),
]

# Webhooks of mail providers. They exist only with a secret; otherwise anybody could
# call them.
if settings.ANYMAIL.get("WEBHOOK_SECRET"):
    urlpatterns.insert(0, path("anymail/", include("anymail.urls")))

handler400 = "config.web.error_pages.bad_request"
handler500 = "config.web.error_pages.server_error"
