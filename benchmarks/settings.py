"""The site's settings, and one view more."""

from kb.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
