"""Settings: everything that differs between installations is in the environment.

Without any variable this is a complete service on one machine, for trying out: SQLite
in `var/` (for an installed package, in the user's data directory), and mails are shown
on a page instead of being sent.
"""

import contextlib
import os
from email.utils import parseaddr
from urllib.parse import urlsplit

from config import installation, languages
from config.environment import Environment, count_web_processes
from config.secret_key import (
    PUSH_FILE_NAME,
    TRANSPARENCY_FILE_NAME,
    read_key,
    read_secret_key,
)
from stoneage_core.time_control import LONGEST_TAKEBACK

env = Environment()

BASE_DIR = installation.ROOT
RESOURCES = installation.find_resources()
VAR_DIR = env.folder("VAR_DIR") or installation.choose_data_directory()

# The site's address

# Links in mails are made from this, never from a request's Host header.
SITE_URL = env.site("SITE_URL", default="http://127.0.0.1:8000")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
SITE_IS_LOCAL = SITE_HOST in {"127.0.0.1", "localhost", "::1"}
SITE_IS_SECURE = SITE_URL.startswith("https://")
ALLOWED_HOSTS = env.domains(
    "ALLOWED_HOSTS",
    default=LOOPBACK_HOSTS if SITE_IS_LOCAL else [SITE_HOST],
    patterns=True,
)

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY_IS_GIVEN = bool(os.environ.get("SECRET_KEY"))
SECRET_KEY = os.environ.get("SECRET_KEY") or read_secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env.parts("SECRET_KEY_FALLBACKS")

# Apps and middleware

INSTALLED_APPS = [
    "anymail",  # before "config", which adds a tag to its checks
    "config",
    "allauth",  # before "games", whose admin removes its lists
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
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
    "config.web.middleware.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.web.static_files.StaticFilesMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    # Padded against BREACH: docs/operating.md, "The proxy".
    "config.web.compression.CompressionMiddleware",
    "config.web.middleware.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.moderation.second_factor.SecondFactorMiddleware",
    "config.web.middleware.ReaderLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = ["games.accounts.backends.SessionBackend"]
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

DATABASES = {"default": env.database(f"sqlite:///{VAR_DIR / 'stoneage.sqlite3'}")}
# Connections live as long as their thread.
DATABASES["default"] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
PREPARED_STATEMENTS = env.flag("PREPARED_STATEMENTS", default=True)
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["ENGINE"] = "config.postgresql"
    # The SQL of a move is constant, so PostgreSQL can plan it once. Behind a pooler
    # that shares connections between transactions, prepared statements and cursors that
    # outlive a transaction do not work.
    DATABASES["default"]["OPTIONS"] = {
        "server_side_binding": True,
        "prepare_threshold": 3 if PREPARED_STATEMENTS else None,
    } | DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = not PREPARED_STATEMENTS
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a writing transaction waits for the lock at its start instead of
    # failing with "database is locked" later. FULL: an acknowledged move survives a
    # power cut. SECURE_DELETE: deleted data is overwritten.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"
        ),
    }

#: Redis or Valkey; config/celery_settings.py reads it. `up` starts its own without it.
BROKER_URL = env.broker()

# Times of a game

#: For how many days the staff can revoke the end of a game.
APPEAL_DAYS = env.days("APPEAL_DAYS", default=3.0)
#: For how many days we keep which accounts used the same browser; 0 to keep nothing.
BROWSER_DAYS = env.whole("BROWSER_DAYS", default=42)
#: For how many seconds a decision that revealed nothing can be taken back; the mail to
#: the next player waits as long. At most a twentieth of the time for a decision.
UNDO_SECONDS = env.whole("UNDO_SECONDS", default=120, most=LONGEST_TAKEBACK)
#: The seconds before orders are carried out, random between two bounds. By
#: default the previous decision can no longer be taken back by then.
ORDERS_DELAY = env.bounds("ORDERS_DELAY", default=(150, 600))
#: A relay of the drand beacon, for games whose dice use it: https://api.drand.sh.
BEACON_URL = env.address("BEACON_URL", example="https://api.drand.sh")
#: Whether a separate process thinks for searching bots, the coach and reviews. If not,
#: these bots and the coach are not offered, and autopilot decides for such bots in
#: running games.
THINKING = env.flag("THINKING", default=True)
#: Whether finished games are reviewed, which takes about ten CPU seconds each.
REVIEW_GAMES = env.flag("REVIEW_GAMES", default=True)
#: Whether `migrate` imports the sample game, to which the first page leads.
SAMPLE_GAME = env.flag("SAMPLE_GAME", default=True)
#: After this many seconds without a sweep the service counts as having been down.
OUTAGE_SECONDS = env.whole("OUTAGE_SECONDS", default=120, least=30)

# Outgoing mail

#: A provider instead of a mail server, for example
#: anymail.backends.mailgun.EmailBackend.
EMAIL_BACKEND = env.text("EMAIL_BACKEND")
#: The provider's settings, each from its own variable, such as ANYMAIL_MAILGUN_API_KEY.
ANYMAIL = env.provider()
EMAIL_URL = env.text("EMAIL_URL") or ("" if EMAIL_BACKEND else "mailbox://")
if EMAIL_URL.startswith("mailbox:"):
    EMAIL_BACKEND = "notifications.mailbox.backend.MailboxBackend"
elif EMAIL_URL:
    globals().update(env.mail_server(EMAIL_URL))
#: In seconds, at most 10. Connecting and TLS may each take this long, besides the time
#: for a mail and its batch; the sum must stay below two minutes, the lease of the
#: outbox, or two workers send the same mail.
EMAIL_TIMEOUT = env.whole("EMAIL_TIMEOUT", default=10, least=1, most=10)
DEFAULT_FROM_EMAIL = env.email(
    "DEFAULT_FROM_EMAIL",
    default=f"Stone Age by Mail <stoneage@{SITE_HOST}>",
    with_name=True,
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
#: Where people write to the staff, for example to appeal against a ban.
CONTACT_EMAIL = env.email("CONTACT_EMAIL", default=parseaddr(DEFAULT_FROM_EMAIL)[1])
# The page that shows everybody's mails, only for trying out on your own machine.
MAILBOX = env.flag(
    "MAILBOX", default=SITE_IS_LOCAL and EMAIL_URL.startswith("mailbox:")
)

# Browser notifications

#: The key that identifies us to push services: 32 random bytes in URL-safe base64.
#: Without it, notifications are not offered.
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY") or read_key(
    VAR_DIR, PUSH_FILE_NAME
)
#: The push services to which we send: those of Chrome and most others, of Firefox,
#: Safari and Edge. Their subdomains are included.
PUSH_SERVICES = env.domains(
    "PUSH_SERVICES",
    default=[
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    ],
)

# Webhooks

#: Whether webhooks may call this machine itself, also without TLS: for those who write
#: a program on their own machine. On a public site anybody could reach what listens
#: there.
WEBHOOK_LOOPBACK = env.flag("WEBHOOK_LOOPBACK", default=False)

# The transparency log

#: Keys that sign the checkpoints of the site's log; the first is used while there is no
#: other. Each is 32 random bytes in URL-safe base64. Without a key there is no log.
TRANSPARENCY_KEYS = env.parts(
    "TRANSPARENCY_KEYS",
    default=list(filter(None, [read_key(VAR_DIR, TRANSPARENCY_FILE_NAME)])),
)
#: The witnesses that get our checkpoints and cosign them: "VKEY URL" each. They speak
#: C2SP's tlog-witness at URL/add-checkpoint.
TRANSPARENCY_WITNESSES = env.parts("TRANSPARENCY_WITNESSES")

# Incoming mail

#: Replies go to addresses derived from this: play+SECRET@host. If empty, nobody can
#: reply; that is the default of a public site, because it may receive no mails.
REPLY_TO = env.email(
    "REPLY_TO",
    default="play@localhost" if SITE_IS_LOCAL and "REPLY_TO" not in os.environ else "",
)

#: The address at which `receive_mails` listens: behind a mail server, or alone on a
#: developer's machine, but never public.
RECEIVE_AT = env.host_and_port("RECEIVE_AT", default="127.0.0.1:2525")
#: Larger than a reply that quotes our mail with the picture of the board.
INCOMING_MAIL_BYTES = env.whole("INCOMING_MAIL_BYTES", default=2_000_000, least=100_000)
#: For how many days incoming mails are kept; the outcome of each line stays.
INCOMING_MAIL_DAYS = env.days("INCOMING_MAIL_DAYS", default=90.0)
OUTGOING_MAIL_DAYS = env.days("OUTGOING_MAIL_DAYS", default=90.0)
# After how many days a finished game's events become one row; after how many a guest
# without a game is deleted.
ARCHIVE_DAYS = env.days("ARCHIVE_DAYS", default=30.0)
GUEST_DAYS = env.days("GUEST_DAYS", default=30.0)
#: After how many days an address is deleted whose owner never acted.
TYPED_ADDRESS_DAYS = env.days("TYPED_ADDRESS_DAYS", default=90.0)
#: Our mail server's name in Authentication-Results; it vouches for the senders of mails
#: from the listener or the pipe. Without it, every reply waits for confirmation.
AUTHSERV_ID = env.word("AUTHSERV_ID")
#: The same for a provider, which delivers by webhook.
PROVIDER_AUTHSERV_ID = env.word("PROVIDER_AUTHSERV_ID")
# Domains of forwarders whose ARC seals we trust, if our server has checked them.
ARC_FORWARDERS = frozenset(map(str.lower, env.domains("ARC_FORWARDERS")))
#: On a developer's machine there is no mail server that could vouch.
LOOPBACK_IS_TRUSTED = SITE_IS_LOCAL and not AUTHSERV_ID

# The web server

#: How many processes serve pages, and how many requests each handles at a time.
WEB_PROCESSES = env.whole(
    "WEB_PROCESSES",
    default=count_web_processes(DATABASES["default"]["ENGINE"]),
    least=1,
)
WEB_THREADS = env.whole("WEB_THREADS", default=4, least=1)
#: Larger than any form; if a provider delivers mails, as large as those may be.
REQUEST_BYTES = 50_000_000 if ANYMAIL.get("WEBHOOK_SECRET") else 2_500_000

# Languages and time

LANGUAGE_CODE = "en"
LOCALE_PATHS = [RESOURCES / "locale"]
LANGUAGES = languages.offered_languages(LOCALE_PATHS)
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: WhiteNoise serves them from their sources, so nothing is collected.
# Pages refer to them by content, so browsers keep these versions forever.

STATIC_URL = "/static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.web.static_files.VersionedStorage"},
}
# Where `collectstatic` copies them, if another server serves them.
STATIC_ROOT = env.folder("STATIC_ROOT")
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 30 * 24 * 60 * 60

# Templates cache parts of a table by the view's `serial`
# (games/presentation/table_view.py).
# It is unique only within a process, so the cache must be local to it.
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
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
LOGOUT_REDIRECT_URL = "games:home"
# Not "no-referrer", which breaks Django's CSRF check of https forms.
SECURE_REFERRER_POLICY = "same-origin"
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
HAS_TLS = SITE_IS_SECURE and BEHIND_PROXY
# A monitor that does not go through the proxy sends no X-Forwarded-Proto.
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_SSL_REDIRECT = env.flag("SSL_REDIRECT", default=HAS_TLS) and SITE_IS_SECURE
SECURE_HSTS_SECONDS = env.whole(
    "HSTS_SECONDS", default=30 * 24 * 60 * 60 if HAS_TLS else 0
)
# We cannot know whether other hosts of the domain have TLS, and whether the site may be
# preloaded.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"

#: How many proxies between visitors and us add to X-Forwarded-For.
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=int(BEHIND_PROXY))

# The API may be called by pages of other sites (CORS). Requests to it have a token and
# no cookie, so another site gets nothing that its visitor did not give it.
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_HEADERS = ["accept", "authorization", "content-type", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After"]

# Accounts: django-allauth

ACCOUNT_ADAPTER = "games.accounts.adapters.AccountAdapter"
MFA_ADAPTER = "games.accounts.adapters.MFAAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
# A user is made when somebody asks for a code, so there is no page to sign up.
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_FORMS = {"request_login_code": "games.accounts.sign_in.SignInForm"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# Emails are late, and tabs of mail apps close.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_TIMEOUT = 30 * 60
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_METHODS = {"code", "mfa"}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "games.accounts.sign_in.SecondFactorForm",
    "reauthenticate": "games.accounts.sign_in.SecondFactorAgainForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1
# Ours are in games/limits.py: they are counted in the database, for all processes.
ACCOUNT_RATE_LIMITS = False
MFA_RATE_LIMITS = False

#: Whether the staff need a passkey or an authenticator app for the desk and the admin.
STAFF_SECOND_FACTOR = env.flag("STAFF_SECOND_FACTOR", default=not SITE_IS_LOCAL)

# Monitoring

#: The password of `/metrics`: a long random text. Without it there are no metrics.
METRICS_TOKEN = env.word("METRICS_TOKEN")
#: SENTRY_DSN: where errors are reported, by Sentry's protocol: https://KEY@host/1.
SENTRY_DSN = env.error_reports()

# Logging: one line per event on standard error; tokens of links are redacted.

LOG_LEVEL = env.choice(
    "LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
)
#: "text" for people, "json" for machines.
LOG_FORMAT = env.choice("LOG_FORMAT", "text", ("text", "json"))
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
        # Otherwise Celery logs each call of each sweep.
        "celery": {"level": "WARNING" if LOG_LEVEL == "INFO" else LOG_LEVEL},
        # Without Django's own handlers, which would print addresses unredacted.
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # A refused page (4xx) is an answer, not an error; it is logged at lower levels
        # only.
        "django.request": {
            "level": "ERROR" if LOG_LEVEL == "WARNING" else LOG_LEVEL,
            "filters": ["health"],
        },
        # The same for requests of scanners, which Django logs with a traceback.
        "django.security": {
            "level": "CRITICAL" if LOG_LEVEL in {"WARNING", "ERROR"} else LOG_LEVEL
        },
    },
}

# SQLite creates its file but not the folder, and `migrate` must work in a fresh clone.
with contextlib.suppress(OSError):
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
