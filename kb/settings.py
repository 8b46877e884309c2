"""Settings, from the environment with safe defaults. docs/settings.md has the tables."""

import os
import sys
from pathlib import Path

from kb.core import languages
from kb.server.secret_key import secret_key
from kb.store.database_url import read_database_url

BASE_DIR = Path(__file__).resolve().parent.parent


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _list(name: str, default: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def _number(name: str, default: int) -> int:
    written = os.environ.get(name) or str(default)
    if not written.isdecimal():
        sys.exit(f"{name} is {written!r}: write a whole number, such as {default}.")
    return int(written)


# ── where things are ────────────────────────────────────────────────────────────────────────────────────────────

ARTICLES_DIR = Path(os.environ.get("TRACEFIX_ARTICLES", BASE_DIR / "articles"))
VAR_DIR = Path(os.environ.get("TRACEFIX_VAR", BASE_DIR / "var"))  # everything that this program writes
INDEX_DIR = VAR_DIR / "index"
ACCURACY_FILE = BASE_DIR / "kb" / "data" / "accuracy.json"  # the figures of the page About

# ── what visitors leave, on purpose: votes, and sketches of errors ──────────────────────────────────


# The site works while it is away, too: kb/store/state.py.
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR.absolute() / 'state.sqlite3'}"
try:
    DATABASES = {"default": read_database_url(DATABASE_URL)}
except ValueError as error:
    sys.exit(f"DATABASE_URL cannot be used: {error}.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── who may ask, and under which address ────────────────────────────────────────────────────────────────────────

DEBUG = _flag("TRACEFIX_DEBUG")
SECRET_KEY = os.environ.get("TRACEFIX_SECRET_KEY") or secret_key(VAR_DIR)
ALLOWED_HOSTS = _list("TRACEFIX_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
# The public address, such as https://tracefix.example: in links that leave the site. Empty: that of the request.
BASE_URL = os.environ.get("TRACEFIX_BASE_URL", "").rstrip("/")
# Whether pages of other sites may read the API: SECURITY.md says why not unless it is asked for.
CORS = _flag("TRACEFIX_CORS")
# Where articles can be edited, such as https://github.com/owner/repo/edit/main/articles; empty: no such link.
EDIT_URL = os.environ.get("TRACEFIX_EDIT_URL", "").rstrip("/")
# Where the source and its issues are, such as https://github.com/owner/repo; empty: no links to them.
REPOSITORY = os.environ.get("TRACEFIX_REPOSITORY", "").rstrip("/")

if _flag("TRACEFIX_BEHIND_TLS"):  # a proxy ends TLS and sets X-Forwarded-Proto
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # asked by the machine itself, without the proxy
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True  # of staff

# How many requests a client may send, and how its address is known: kb/server/limits.py, kb/server/clients.py.
LIMITS = {
    "match": os.environ.get("TRACEFIX_LIMIT_MATCH", "60/minute"),
    "search": os.environ.get("TRACEFIX_LIMIT_SEARCH", "600/minute"),  # suggestions come with every few keystrokes
    "vote": os.environ.get("TRACEFIX_LIMIT_VOTE", "30/hour"),
    "wanted": os.environ.get("TRACEFIX_LIMIT_WANTED", "10/hour"),
    "wanted_network": os.environ.get("TRACEFIX_LIMIT_WANTED_NETWORK", "60/day"),  # IPv4 /24, IPv6 /48
    "wanted_total": os.environ.get("TRACEFIX_LIMIT_WANTED_TOTAL", "5000/day"),  # of all clients together
    "login": os.environ.get("TRACEFIX_LIMIT_LOGIN", "10/minute"),
}
WANTED_NETWORKS = _number("TRACEFIX_WANTED_NETWORKS", 3)  # that must send an error before it is listed; 0: staff alone
TRUSTED_PROXIES = _number("TRACEFIX_PROXIES", 0)
REDIS_URL = os.environ.get("REDIS_URL", "")

# What `check --deploy` would say, and why it is meant so.
SILENCED_SYSTEM_CHECKS = [
    "security.W003",  # no CSRF middleware: kb/server/same_site.py refuses what another site's page sends
    "security.W005",  # HSTS for this host alone: what its neighbours do is not ours to say
    "security.W021",  # nor is it ours to put them on a browser's preload list
]

# ── what whoever runs it can see and set ────────────────────────────────────────────────────────────────────────

LOG_FORMAT = os.environ.get("TRACEFIX_LOG_FORMAT", "text")
if LOG_FORMAT not in {"text", "json"}:
    sys.exit(f"TRACEFIX_LOG_FORMAT is {LOG_FORMAT!r}: write text or json.")
ACCESS_LOG = _flag("TRACEFIX_ACCESS_LOG")
METRICS = _flag("TRACEFIX_METRICS")
WATCH_SECONDS = _number("TRACEFIX_WATCH", 5)  # between two looks at the articles; 0: none

# ── Django ──────────────────────────────────────────────────────────────────────────────────────────────────────

# Staff say in Django's admin what is to be done about what visitors miss: where they are, and nowhere else, there is a
# log-in, with its cookies. The servers of the public have none (docs/runbook.md).
STAFF = _flag("TRACEFIX_STAFF")
LOGIN_REDIRECT_URL = "admin:index"  # there is nothing at Django's own default
SESSION_COOKIE_AGE = 12 * 3600  # a working day
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Not "ninja": an installed app is imported at start, and the API only when it is asked for (kb/server/lazy_urls.py).
INSTALLED_APPS = [
    "kb",
    "django.contrib.staticfiles",
    *(f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "sessions", "messages") if STAFF),
]
MIDDLEWARE = [
    "kb.server.request_ids.RequestIdMiddleware",
    *(["kb.server.metrics.MetricsMiddleware"] if METRICS else []),
    # Headers that protect: before whatever may answer by itself, so that every answer has them.
    "kb.server.middleware.PolicyHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    *(["kb.server.middleware.AnyOriginMiddleware"] if CORS else []),
    "kb.server.middleware.ApiHeadMiddleware",
    "kb.server.middleware.ApiErrorMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "kb.server.page_cache.CachedPageMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # A compressed page can give away a secret in it to who sees its length and makes it say something else (BREACH).
    # The public's pages have none: no login, no token, and what a paste holds is told to nobody but its sender.
    *([] if STAFF else ["kb.server.middleware.CompressMiddleware"]),
    "django.middleware.http.ConditionalGetMiddleware",
    "kb.pages.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    # The public has no session and no login. What it may change, a vote or a sketch, asks where it was sent from
    # (kb/server/same_site.py), and no cookie is needed to refuse it.
    *(
        [
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ]
        if STAFF
        else []
    ),
]
# Drawn pages (kb/server/page_cache.py). What is typed into a search takes no article's place.
_LOCAL = "django.core.cache.backends.locmem.LocMemCache"
_DUMMY = "django.core.cache.backends.dummy.DummyCache"  # templates are being edited, or staff are logged in
CACHES = {
    name: {
        "BACKEND": _DUMMY if DEBUG or STAFF else _LOCAL,
        "LOCATION": name,
        "TIMEOUT": 3600,  # seconds
        "OPTIONS": {"MAX_ENTRIES": most},  # of up to 100 KB each
    }
    for name, most in {"default": 100, "articles": 1000, "searches": 200}.items()
}
ROOT_URLCONF = "kb.urls"
WSGI_APPLICATION = "kb.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.i18n"],  # there is no page without words
            "context_processors": [
                "django.template.context_processors.request",
                *(
                    [
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                    if STAFF
                    else []
                ),
                "kb.pages.addresses.context",
                "kb.pages.cards.context",
                "kb.pages.languages.context",
            ],
        },
    }
]
LANGUAGE_CODE = "en"
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES.values()]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# A paste may be this large. Django checks forms against it, kb/server/uploads.py everything else.
MAX_PASTE_BYTES = 10 * 1024 * 1024
MAX_JSON_BYTES = 1024 * 1024  # of a body that is JSON: it takes up to thirty times as much while it is read
MAX_REQUEST_BYTES = MAX_PASTE_BYTES + 64 * 1024  # room for a form's own lines around it
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES  # a paste never touches the disk
FILE_UPLOAD_HANDLERS = ["kb.server.uploads.LimitedMemoryUploadHandler"]

# ── static files ────────────────────────────────────────────────────────────────────────────────────────────────

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
_IS_COLLECTED = (STATIC_ROOT / "staticfiles.json").exists() or "collectstatic" in sys.argv[1:2]
WHITENOISE_USE_FINDERS = not _IS_COLLECTED  # before `collectstatic`, files are served from where they are
STORAGES = {
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _IS_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
}

# ── safety ──────────────────────────────────────────────────────────────────────────────────────────────────────

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "manifest-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
POLICY_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in CONTENT_SECURITY_POLICY.items()),
    # The site reads no sensor and takes no payment; a browser need not ask.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",  # pictures of links say otherwise, kb/pages/cards.py
}

# What goes wrong here is told on stderr: path, status and stack, never the body or the query of a request. What is
# wrong with a request (a page that is not there, a host that is not ours, a form without its token) is told to its
# sender alone: such paths and hosts are made up by whoever scans the site. TRACEFIX_ACCESS_LOG counts them all.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "kb.server.logs.PrivateFormatter",
            "format": "{asctime} {levelname} {name} {request_id}: {message}",
            "style": "{",
        },
        "json": {"()": "kb.server.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "kb": {"level": "INFO"},
    },
}
