"""Django settings, read from environment variables with safe defaults. docs/settings.md describes them."""

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kb.in_page import policy_sources
from kb.server.environment import Environment, refuse_to_start
from kb.server.secret_key import read_key, secret_key
from kb.store.database_url import read_database_url, read_redis_url
from tracefix import languages

BASE_DIR = Path(__file__).resolve().parent.parent
_env = Environment(os.environ)

# ── folders ─────────────────────────────────────────────────────────────────────────────────────────────────────

# Folders such as a company's own add their articles to ours, and replace none. A first folder that lists published
# slugs is a whole library, such as a clone of ours: it stands in the place of ours.
_FOLDERS = _env.folders("TRACEFIX_ARTICLES")
_HAS_LIBRARY = bool(_FOLDERS) and (_FOLDERS[0] / "published.txt").is_file()
ARTICLES_DIR, *_MORE = _FOLDERS if _HAS_LIBRARY else [BASE_DIR / "articles", *_FOLDERS]
MORE_ARTICLES_DIRS = tuple(_MORE)
PROJECTS_DIR = _env.folder("TRACEFIX_PROJECTS", BASE_DIR / "projects")  # cards and notes; ours may be missing
VAR_DIR = _env.folder("TRACEFIX_VAR", BASE_DIR / "var")  # everything that the program writes
INDEX_DIR = VAR_DIR / "index"
PLAYGROUND_DIR = BASE_DIR / "playground" / "built"  # by `make playground`; may be missing
ACCURACY_FILE = BASE_DIR / "kb" / "data" / "accuracy.json"  # the figures of the page About

# ── the database of votes and sketches ──────────────────────────────────────────────────────────────────────────

# Pages, search and matching work without it: kb/store/database_state.py.
_DATABASE = _env.secret("DATABASE_URL")
HAS_DATABASE = bool(_DATABASE)
DATABASE_URL = _DATABASE or f"sqlite:///{quote(str(VAR_DIR.absolute() / 'state.sqlite3'))}"
DATABASES: dict[str, dict[str, Any]] = {"default": _env.parse("DATABASE_URL", DATABASE_URL, read_database_url, {})}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── hosts, proxies and rate limits ──────────────────────────────────────────────────────────────────────────────

DEBUG = _env.flag("TRACEFIX_DEBUG")
# Secrets may be in files: TRACEFIX_SECRET_KEY_FILE, TRACEFIX_MODEL_KEY_FILE, DATABASE_URL_FILE, REDIS_URL_FILE.
_KEY = _env.parse("TRACEFIX_SECRET_KEY", _env.secret("TRACEFIX_SECRET_KEY"), read_key, "")
HAS_KEY = bool(_KEY)
SECRET_KEY = _KEY or secret_key(VAR_DIR)
_THIS_MACHINE = "localhost,127.0.0.1,[::1]"
ALLOWED_HOSTS = _env.hosts("TRACEFIX_ALLOWED_HOSTS", _THIS_MACHINE)
_IS_FOR_THIS_MACHINE = {*ALLOWED_HOSTS} <= {*_THIS_MACHINE.split(",")}
if DEBUG and not _IS_FOR_THIS_MACHINE:
    _env.problems.append("TRACEFIX_DEBUG is on, and TRACEFIX_ALLOWED_HOSTS names more than this machine: turn it off.")
# The public address for links that leave the site, such as https://tracefix.example. Empty: that of the request.
BASE_URL = _env.address("TRACEFIX_BASE_URL", "https://tracefix.example")
if BASE_URL.count("/") > 2:
    _env.problems.append("TRACEFIX_BASE_URL has a path: write https:// and the host alone, where the site is.")
# Whether pages of other sites may read the API. SECURITY.md says why this is off by default.
CORS = _env.flag("TRACEFIX_CORS")
# Where articles can be edited, such as https://github.com/owner/repo/edit/main/articles. Empty: pages have no link.
EDIT_URL = _env.address("TRACEFIX_EDIT_URL", "https://github.com/owner/repo/edit/main/articles")
# Where the source and its issues are, such as https://github.com/owner/repo; empty: no links to them.
REPOSITORY = _env.address("TRACEFIX_REPOSITORY", "https://github.com/owner/repo")
# Whom readers tell that an answer is wrong, if there is no repository, such as help@tracefix.example.
CONTACT = _env.mail("TRACEFIX_CONTACT", "help@tracefix.example")

_IS_BEHIND_TLS = _env.flag("TRACEFIX_BEHIND_TLS")
IS_SITE = bool(BASE_URL) or _IS_BEHIND_TLS  # others than this machine visit it, perhaps on several servers
if _IS_BEHIND_TLS:  # a proxy ends TLS and sets X-Forwarded-Proto
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # monitoring requests them without the proxy
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True  # of staff
    if BASE_URL.startswith("http://"):
        _env.problems.append("TRACEFIX_BASE_URL has http://, and TRACEFIX_BEHIND_TLS is on: write it with https://.")

# Rate limits (kb/server/limits.py). Clients are known by their address (kb/server/clients.py).
LIMITS = {
    "match": _env.limit("TRACEFIX_LIMIT_MATCH", "60/minute"),
    "search": _env.limit("TRACEFIX_LIMIT_SEARCH", "600/minute"),  # suggestions are requested while somebody types
    "vote": _env.limit("TRACEFIX_LIMIT_VOTE", "30/hour"),
    "wanted": _env.limit("TRACEFIX_LIMIT_WANTED", "10/hour"),
    "wanted_network": _env.limit("TRACEFIX_LIMIT_WANTED_NETWORK", "60/day"),  # IPv4 /24, IPv6 /48
    "wanted_total": _env.limit("TRACEFIX_LIMIT_WANTED_TOTAL", "5000/day"),  # of all clients together
    "model": _env.limit("TRACEFIX_LIMIT_MODEL", "20/hour"),
    "login": _env.limit("TRACEFIX_LIMIT_LOGIN", "10/minute"),
}
# How many networks must send an error to list it; 0: only staff decide.
WANTED_NETWORKS = _env.number("TRACEFIX_WANTED_NETWORKS", 3, most=1000)
TRUSTED_PROXIES = _env.number("TRACEFIX_PROXIES", 0, most=9)
# Who may ask for /metrics, and gets health checks whatever the Host is (kb/server/probes.py): this machine and the
# private networks, unless it is said.
MONITOR_NETWORKS = _env.networks(
    "TRACEFIX_MONITOR_NETWORKS",
    "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7,fe80::/10",
)
REDIS_URL = _env.parse("REDIS_URL", _env.secret("REDIS_URL"), read_redis_url, "")

# The operator's own language model (kb/model_endpoint.py), at an address such as http://127.0.0.1:8080/v1. Empty: none.
MODEL_URL = _env.address("TRACEFIX_MODEL_URL", "http://127.0.0.1:8080/v1").removesuffix("/chat/completions")
MODEL = _env.text("TRACEFIX_MODEL")  # its name
MODEL_KEY = _env.secret("TRACEFIX_MODEL_KEY")
if bool(_env.text("TRACEFIX_MODEL_URL")) != bool(MODEL):
    _env.problems.append("TRACEFIX_MODEL_URL and TRACEFIX_MODEL belong together: set both of them, or none.")
if not (MODEL_KEY.isascii() and MODEL_KEY.isprintable()):
    _env.problems.append("TRACEFIX_MODEL_KEY cannot be used: a key has visible ASCII characters alone.")

# Warnings of `check --deploy` that do not apply.
SILENCED_SYSTEM_CHECKS = [
    "security.W003",  # no CSRF middleware: kb/server/same_site.py refuses POSTs from other sites
    "security.W005",  # HSTS without subdomains: other hosts of the domain may have no TLS
    "security.W021",  # no preload, which needs HSTS for all subdomains
]
# Of TLS: kb.W007 says it of a site, and this machine alone needs none.
if BASE_URL.startswith("https://") or _IS_FOR_THIS_MACHINE:
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]

# ── logs, metrics and reloading ─────────────────────────────────────────────────────────────────────────────────

LOG_FORMAT = _env.choice("TRACEFIX_LOG_FORMAT", "text", "json")
ACCESS_LOG = _env.flag("TRACEFIX_ACCESS_LOG")
METRICS = _env.flag("TRACEFIX_METRICS")
# The language of commands and of the MCP server. "": by the locale, or English over HTTP; pages and the API never ask.
PROGRAM_LANGUAGE = _env.choice("TRACEFIX_LANG", "", *languages.LANGUAGES)
# Seconds between two looks at the folder of articles; 0: it is not watched.
WATCH_SECONDS = _env.number("TRACEFIX_WATCH", 5, most=86_400)

# ── Django ──────────────────────────────────────────────────────────────────────────────────────────────────────

# Staff work through the wanted errors in Django's admin. Only a server for staff has it, with its log-in and cookies;
# public servers have none of that (docs/production.md).
STAFF = _env.flag("TRACEFIX_STAFF")

_env.check_names("TRACEFIX_")
SETTING_NAMES = _env.names
if _env.problems:
    refuse_to_start(_env.problems, is_json=LOG_FORMAT == "json")

LOGIN_REDIRECT_URL = "admin:index"  # Django's default, /accounts/profile/, does not exist here
SESSION_COOKIE_AGE = 12 * 3600  # a working day
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Not "ninja": installed apps are imported at start, the API only at its first request (kb/server/lazy_urls.py).
INSTALLED_APPS = [
    "kb",
    *(["authoring"] if (BASE_DIR / "authoring").is_dir() else []),  # the commands of authors, which no image has
    "django.contrib.staticfiles",
    *(f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "sessions", "messages") if STAFF),
]
MIDDLEWARE = [
    "kb.server.request_ids.RequestIdMiddleware",
    *(["kb.server.metrics.MetricsMiddleware"] if METRICS else []),
    # Security headers come before middleware that may respond by itself, so that every response has them.
    "kb.server.middleware.PolicyHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    *(["kb.server.middleware.AnyOriginMiddleware"] if CORS else []),
    "kb.server.middleware.ApiHeadMiddleware",
    "kb.server.middleware.ApiErrorMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "kb.server.probes.ProbeMiddleware",
    "kb.server.page_cache.CachedPageMiddleware",
    "kb.server.playground.StaticFilesMiddleware",
    # The length of a compressed page can reveal a secret on it (BREACH). Public pages have none: no log-in, no token,
    # and only the sender of a paste sees it. So only servers for staff do not compress.
    *([] if STAFF else ["kb.server.middleware.CompressMiddleware"]),
    "django.middleware.http.ConditionalGetMiddleware",
    "kb.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Public servers have no sessions and no log-in. POSTs of votes and sketches are refused if they come from another
    # site (kb/server/same_site.py), which needs no cookie.
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
# Rendered pages (kb/server/page_cache.py). Searches have a cache of their own, so that they do not evict articles.
_LOCAL = "django.core.cache.backends.locmem.LocMemCache"
_DUMMY = "django.core.cache.backends.dummy.DummyCache"  # while templates are edited, or staff are logged in
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
            "builtins": ["django.templatetags.i18n"],  # every template uses them
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
                "kb.site_context.context",
                "kb.pages.cards.context",
                "kb.languages.context",
            ],
        },
    }
]
LANGUAGE_CODE = "en"
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES.values()]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# The largest paste. Django checks forms against it, kb/server/uploads.py everything else.
MAX_PASTE_BYTES = 10 * 1024 * 1024
MAX_JSON_BYTES = 1024 * 1024  # of a JSON body, which takes up to thirty times its size while it is parsed
MAX_REQUEST_BYTES = MAX_PASTE_BYTES + 64 * 1024  # plus room for the other lines of a form
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES  # a paste never touches the disk
FILE_UPLOAD_HANDLERS = ["kb.server.uploads.LimitedMemoryUploadHandler"]

# ── static files ────────────────────────────────────────────────────────────────────────────────────────────────

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
_IS_COLLECTED = (STATIC_ROOT / "staticfiles.json").exists() or "collectstatic" in sys.argv[1:2]
WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else uses them, and a page is lighter by the header
# Files are also served from static/: before `collectstatic`, and those that came after it.
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "staticfiles": {
        "BACKEND": "kb.server.static_files.StaticFiles"
        if _IS_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
}

# ── security headers ────────────────────────────────────────────────────────────────────────────────────────────

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": f"'self' {policy_sources('.js')}",
    "style-src": f"'self' {policy_sources('.css')}",
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
    # The site uses none of these.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",  # link preview pictures have another value: kb/pages/cards.py
}

# Errors of the server are logged on stderr with path, status and stack, never with the body or the query of a request.
# Faults of a request (an unknown page, a form without its token) are not logged, because scanners cause many of them,
# and of wrong hosts only one a minute. TRACEFIX_ACCESS_LOG logs them, too.
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
    "filters": {"hosts": {"()": "kb.server.logs.HostFilter"}},
    "handlers": {"stderr": {"class": "kb.server.journal.StderrHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "django.security.DisallowedHost": {"level": "ERROR", "filters": ["hosts"]},
        "kb": {"level": "INFO"},
    },
}
