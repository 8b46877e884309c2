"""The database tables: votes and sketches.

They contain no addresses, accounts or pastes. kb/store/ballots.py explains what the hashes in them reveal.
"""

from typing import ClassVar

from django.db import models
from django.utils.text import Truncator

_LONGEST_TITLE = 120  # characters of an error in the lists of the staff


class Vote(models.Model):
    """A visitor's vote of one day: whether an article, or one of its fixes, helped."""

    slug = models.CharField(max_length=100)
    fix = models.CharField(max_length=200, blank=True, help_text="anchor of the fix; empty for the whole article")
    helped = models.BooleanField()
    day = models.DateField()
    ballot = models.CharField(max_length=64, unique=True, help_text="stands for one visitor's vote on this, this day")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["slug", "fix", "helped"])]

    def __str__(self) -> str:
        return f"{self.slug}{'#' if self.fix else ''}{self.fix}: {'yes' if self.helped else 'no'}"


class WantedError(models.Model):
    """An error that visitors sent sketches of. Sketches with the same `key` are of the same error."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        PLANNED = "planned", "planned"
        COVERED = "covered", "covered by an article"
        NOISE = "noise", "noise"

    key = models.CharField(max_length=64, unique=True, editable=False, help_text="equal for equal errors")
    exception = models.CharField(max_length=200, blank=True)
    message = models.CharField(max_length=500, blank=True)
    frames = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    article = models.CharField(max_length=100, blank=True, help_text="slug of the article that covers it")
    note = models.TextField(blank=True, help_text="of the curators; not shown to visitors")
    first_seen = models.DateField()
    # db_default, because replicas of the earlier release still write rows without this column during a rollout.
    listed = models.BooleanField(
        default=False, db_default=False, help_text="shown on /wanted/: read by staff, or sent by several networks"
    )

    class Meta:
        verbose_name = "wanted error"

    def __str__(self) -> str:
        return Truncator(f"{self.exception}: {self.message}").chars(_LONGEST_TITLE, "…")


class WantedReport(models.Model):
    """One sketch of a wanted error, from one visitor on one day."""

    error = models.ForeignKey(WantedError, on_delete=models.CASCADE, related_name="reports")
    versions = models.JSONField(default=dict, help_text="of packages, as the sketch names them")
    day = models.DateField()
    ballot = models.CharField(max_length=64, unique=True)
    network = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="keyed hash of the network it came from",
    )

    class Meta:
        verbose_name = "sketch"
        verbose_name_plural = "sketches"
        indexes: ClassVar = [models.Index(fields=["error", "day"])]

    def __str__(self) -> str:
        return f"{self.day}"
