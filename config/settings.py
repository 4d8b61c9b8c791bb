"""Settings: everything that differs between installations is in the environment.

Without any variable this is a complete service on one machine, for trying out: SQLite
in `var/` (of an installed package: the user's data directory), mails shown on a page
instead of being sent.
"""

import contextlib
import os
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from config import installation, languages
from config.environment import Environment, usable_cores
from config.secret_key import (
    PUSH_FILE_NAME,
    TRANSPARENCY_FILE_NAME,
    read_key,
    read_secret_key,
)

env = Environment()

BASE_DIR = installation.ROOT
RESOURCES = installation.find_resources()
VAR_DIR = Path(env.str("VAR_DIR", default="") or installation.choose_data_directory())

# Where it stands

# Links in mails are made from this, never from a request's Host header.
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
SITE_IS_LOCAL = SITE_HOST in {"127.0.0.1", "localhost", "::1"}
SITE_IS_SECURE = SITE_URL.startswith("https://")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=LOOPBACK_HOSTS if SITE_IS_LOCAL else [SITE_HOST]
)

DEBUG = env.bool("DEBUG", default=False)
# Not through environ, which reads a leading "$" as the name of another variable.
SECRET_KEY_IS_GIVEN = bool(os.environ.get("SECRET_KEY"))
SECRET_KEY = os.environ.get("SECRET_KEY") or read_secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# What it is made of

INSTALLED_APPS = [
    "anymail",  # before "config", which gives its checks a tag
    "config",
    "notifications",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "config.monitoring.log_lines.RequestIdMiddleware",
    "config.monitoring.request_timing.RequestTimingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.web.static_files.StaticFilesMiddleware",
    # With padding against BREACH: docs/operating.md, "Compressed pages".
    "config.web.compression.CompressionMiddleware",
    "config.web.middleware.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.web.middleware.ReaderLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "games.accounts.backends.MailLinkBackend",
    "games.accounts.backends.PasswordBackend",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database

DATABASES = {"default": env.read_database(f"sqlite:///{VAR_DIR / 'stoneage.sqlite3'}")}
# Connections live as long as the thread that opened them.
DATABASES["default"] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["ENGINE"] = "config.postgresql"
    # The statements of a move have constant texts: PostgreSQL plans them once. Behind
    # a pooler that hands connections from one transaction to the next it must not, nor
    # keep cursors that outlive a transaction.
    PREPARED_STATEMENTS = env.bool("PREPARED_STATEMENTS", default=True)
    DATABASES["default"]["OPTIONS"] = {
        "server_side_binding": True,
        "prepare_threshold": 3 if PREPARED_STATEMENTS else None,
    } | DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = not PREPARED_STATEMENTS
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that will write queues for the lock at its start instead
    # of failing with "database is locked" in its middle. FULL: an acknowledged move
    # survives a power cut. SECURE_DELETE: what is forgotten is overwritten.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"
        ),
    }

# Time at the table

#: For how many days the staff can go back on what they ended.
APPEAL_DAYS = env.float("APPEAL_DAYS", default=3.0)
#: For so many days it is kept which accounts one browser used; 0: not at all.
BROWSER_DAYS = env.int("BROWSER_DAYS", default=42)
#: For how many seconds a decision that revealed nothing can be taken back; the mail to
#: the next player waits as long. At most a twentieth of the time for a decision.
UNDO_SECONDS = env.int("UNDO_SECONDS", default=120)
#: After how many seconds orders are followed: at random, between two bounds.
#: By default the decision before can be taken back no more by then.
ORDERS_DELAY = env.read_bounds("ORDERS_DELAY", default=(150, 600))
#: A relay of the drand beacon, for tables whose dice take it: https://api.drand.sh.
BEACON_URL = env.str("BEACON_URL", default="").rstrip("/")
#: Whether a process of its own is started to think: for bots that search, the coach
#: and reviews. If not, these bots and the coach are not offered, and autopilot decides
#: for such bots in running games.
THINKING = env.bool("THINKING", default=True)
#: Whether finished games are reviewed, which takes some ten seconds of a core each.
REVIEW_GAMES = env.bool("REVIEW_GAMES", default=True)
#: After how many seconds without a sweep the service counts as having been away.
OUTAGE_SECONDS = env.int("OUTAGE_SECONDS", default=120)

# Mail

#: A provider instead of a mail server: anymail.backends.mailgun.EmailBackend, say.
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default="")
#: What its provider wants, each from a variable of its own: ANYMAIL_MAILGUN_API_KEY.
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): value
    for name, value in os.environ.items()
    if name.startswith("ANYMAIL_")
}
EMAIL_URL = env.str("EMAIL_URL", default="" if EMAIL_BACKEND else "mailbox://")
if EMAIL_URL.startswith("mailbox:"):
    EMAIL_BACKEND = "notifications.mailbox.backend.MailboxBackend"
elif EMAIL_URL:
    globals().update(env.read_email(EMAIL_URL))
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL",
    default=f"Stone Age by Mail <stoneage@{SITE_HOST or 'localhost'}>",
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
#: Where people write to the staff, against a ban say; somebody has to read it.
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default=parseaddr(DEFAULT_FROM_EMAIL)[1])
# The page that shows everybody's mails: for trying out on one's own machine only.
MAILBOX = env.bool(
    "MAILBOX", default=SITE_IS_LOCAL and EMAIL_URL.startswith("mailbox:")
)

# Notifications in browsers

#: The key by which push services know us: 32 random bytes in URL-safe base64. Without
#: one nobody is offered notifications.
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY") or read_key(
    VAR_DIR, PUSH_FILE_NAME
)
#: The services that browsers name, and we send to: those of Chrome and most others, of
#: Firefox, Safari and Edge. Hosts below these count as well.
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    ],
)

# What was shown to one is shown to all

#: Sign the checkpoints of the site's log, the first as long as there is no other: each
#: 32 random bytes in URL-safe base64. Where there is none there is no log.
TRANSPARENCY_KEYS = env.list(
    "TRANSPARENCY_KEYS",
    default=list(filter(None, [read_key(VAR_DIR, TRANSPARENCY_FILE_NAME)])),
)
#: The keys of witnesses whose signatures below our checkpoints are kept and shown.
TRANSPARENCY_WITNESSES = env.list("TRANSPARENCY_WITNESSES", default=[])

# Mail that comes in

#: Replies come to addresses made from this: play+SECRET@host. Empty: nobody can reply,
#: as on every public site before something receives mails there.
REPLY_TO = env.str("REPLY_TO", default="play@localhost" if SITE_IS_LOCAL else "")

#: Where `receive_mails` listens. It is to stand behind a mail server, or on its own on
#: the machine of whoever tries this out: never on a public address.
RECEIVE_AT = env.str("RECEIVE_AT", default="127.0.0.1:2525")
RECEIVE_AT_IS_GIVEN = "RECEIVE_AT" in os.environ
#: More bytes than a reply has, with the picture of the board that came in our mail.
INCOMING_MAIL_BYTES = env.int("INCOMING_MAIL_BYTES", default=2_000_000)
#: For how many days mails are kept as they came; what became of each line stays.
INCOMING_MAIL_DAYS = env.float("INCOMING_MAIL_DAYS", default=90.0)
OUTGOING_MAIL_DAYS = env.float("OUTGOING_MAIL_DAYS", default=90.0)
# How long a game has been over when its events become one row; guests without a game.
ARCHIVE_DAYS = env.float("ARCHIVE_DAYS", default=30.0)
GUEST_DAYS = env.float("GUEST_DAYS", default=30.0)
#: The name by which our mail server signs Authentication-Results: it vouches for
#: whoever wrote a mail that comes by the listener or the pipe. Without it every reply
#: waits to be confirmed.
AUTHSERV_ID = env.str("AUTHSERV_ID", default="")
#: The same of a provider, for what comes by its webhook.
PROVIDER_AUTHSERV_ID = env.str("PROVIDER_AUTHSERV_ID", default="")
# The domains of forwarders whose seal of ARC is believed, where our server checks it.
ARC_FORWARDERS = frozenset(map(str.lower, env.list("ARC_FORWARDERS", default=[])))
#: On one's own machine, without a mail server, there is nobody else to vouch.
LOOPBACK_IS_TRUSTED = SITE_IS_LOCAL and not AUTHSERV_ID

# The web server

#: How many processes serve the pages, and how many requests each answers at a time.
WEB_PROCESSES = env.int("WEB_PROCESSES", default=usable_cores(most=4))
WEB_THREADS = env.int("WEB_THREADS", default=4)
#: More bytes than a form has; where a provider brings mails, as many as it takes.
REQUEST_BYTES = 50_000_000 if ANYMAIL.get("WEBHOOK_SECRET") else 2_500_000

# Languages and time

LANGUAGE_CODE = "en"
LOCALE_PATHS = [RESOURCES / "locale"]
LANGUAGES = languages.offered_languages(LOCALE_PATHS)
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: whitenoise finds them where they are; nothing to collect. Pages name
# them by content, so a browser keeps those addresses for ever, and others for long.

STATIC_URL = "/static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.web.static_files.VersionedStorage"},
}
# Where `collectstatic` copies them, for those who serve them by another server.
STATIC_ROOT = env.str("STATIC_ROOT", default="") or None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 30 * 24 * 60 * 60

# What templates cache of a table is keyed by views that live in the process, too
# (`serial` in games/presentation/table.py), so it is cached there and nowhere else.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template fragments",
        "OPTIONS": {"MAX_ENTRIES": 2048},
    },
}

# Sessions, cookies, headers

SESSION_COOKIE_AGE = 60 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = SITE_IS_SECURE
CSRF_COOKIE_SECURE = SITE_IS_SECURE
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.web.error_pages.csrf_failure"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_IS_SECURE else []
LOGIN_URL = "/sign-in/"
# Not "no-referrer": that breaks Django's CSRF check of https forms.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https")
    if env.bool("BEHIND_PROXY", default=False)
    else None
)
SECURE_SSL_REDIRECT = SITE_IS_SECURE and env.bool("SSL_REDIRECT", default=False)
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=0)
# Whether other hosts of the domain have TLS, and browsers may learn the site by heart,
# is not for us to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"

# What an operator sees

#: Opens `/metrics` to whoever brings it: a long random text. Without one there is none.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
#: Where errors are reported to, by Sentry's protocol: https://KEY@host/PROJECT.
SENTRY_DSN = env.str("SENTRY_DSN", default="")

# Logging: one line per event on standard error; links in them lose their tokens.

LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING")
#: "text" for people, "json" for machines.
LOG_FORMAT = env.read_choice("LOG_FORMAT", ("text", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "context": {"()": "config.monitoring.log_lines.ContextFilter"},
        "outages": {"()": "config.monitoring.outages.FoldOutages"},
        "health": {"()": "config.monitoring.outages.DropHealthRecords"},
    },
    "formatters": {
        "text": {
            "()": "config.monitoring.log_lines.RedactingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "config.monitoring.log_lines.RedactingJsonFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["outages", "context"],
            "formatter": LOG_FORMAT,
        },
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # Else Celery tells of each call of each sweep.
        "celery": {"level": "WARNING" if LOG_LEVEL == "INFO" else LOG_LEVEL},
        # Without Django's own handlers, which would print addresses unredacted.
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # A page refused (4xx) is an answer, not a fault: shown if more is asked for.
        "django.request": {
            "level": "ERROR" if LOG_LEVEL == "WARNING" else LOG_LEVEL,
            "filters": ["health"],
        },
        # The same of what scanners send: Django tells of it with a whole traceback.
        "django.security": {
            "level": "CRITICAL" if LOG_LEVEL in {"WARNING", "ERROR"} else LOG_LEVEL
        },
    },
}

# SQLite makes its file, not the folder: `migrate` must work in a fresh clone.
with contextlib.suppress(OSError):
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
