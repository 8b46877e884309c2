"""Django's admin for staff, below /staff/: the queue of wanted errors, and the counts of votes.

Django imports this module only if its admin is installed, on servers with TRACEFIX_STAFF.
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from kb.library import get_library
from kb.models import Vote, WantedError, WantedReport
from kb.store import votes

Status = WantedError.Status

_MOST_SKETCHES = 100  # of one error that are listed


def canonical_slug(slug_or_alias: str) -> str:
    """The current slug of an article, given that or one of its aliases. Raises forms.ValidationError."""
    slug = get_library().canonical(slug_or_alias.strip())
    if slug is None:
        raise forms.ValidationError(f"This server has no article “{slug_or_alias}”.")
    return slug


class LatestSketches(forms.BaseInlineFormSet):
    """The latest sketches of an error: an error may have more than a page can show."""

    def get_queryset(self) -> "QuerySet[WantedReport]":
        found: QuerySet[WantedReport] = super().get_queryset().order_by("-id")[:_MOST_SKETCHES]
        return found


class SketchInline(admin.TabularInline):
    """The sketches on the page of an error, for reading only."""

    model = WantedReport
    formset = LatestSketches
    verbose_name_plural = f"the latest sketches, {_MOST_SKETCHES} at most"
    fields = readonly_fields = ("day", "versions")
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class WantedForm(forms.ModelForm):
    """The form of an error. An error that is covered must name an existing article."""

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("status") == Status.COVERED:
            try:
                values["article"] = canonical_slug(values.get("article", ""))
            except forms.ValidationError as error:
                self.add_error("article", error)
        return values


class ActionsOnWanted(ActionForm):
    """The actions below the list of errors, with a field for the article of `mark_covered`."""

    # named within the field: Django puts a label right at the end of the list of actions
    article = forms.CharField(
        required=False,
        label="",
        widget=forms.TextInput(attrs={"placeholder": "article that covers it", "aria-label": "article that covers it"}),
    )


@admin.register(WantedError)
class WantedErrorAdmin(admin.ModelAdmin):
    """The queue of wanted errors, the most sent first. Staff mark what is to be done about each."""

    list_display = ("id", "title", "count", "networks", "status", "listed", "article", "first_seen")
    list_display_links = ("title",)
    list_filter = ("status", "listed", "first_seen")
    search_fields = ("exception", "message", "article", "note")
    fields = ("exception", "message", "frames", "first_seen", "status", "listed", "article", "note")
    readonly_fields = ("exception", "message", "frames", "first_seen")
    inlines = (SketchInline,)
    form = WantedForm
    action_form = ActionsOnWanted
    actions: ClassVar = ["mark_listed", "mark_planned", "mark_covered", "mark_noise", "mark_open"]
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> "QuerySet[WantedError]":
        found: QuerySet[WantedError] = super().get_queryset(request)
        counts = {"count": Count("reports"), "networks": Count("reports__network", distinct=True)}
        return found.annotate(**counts).order_by("-count", "-first_seen", "-id")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="error")
    def title(self, error: WantedError) -> str:
        return str(error)

    @admin.display(description="sketches", ordering="count")
    def count(self, error: Any) -> int:
        return int(error.count)

    @admin.display(description="networks", ordering="networks")
    def networks(self, error: Any) -> int:
        return int(error.networks)

    @admin.action(description="Read and harmless: show it on /wanted/", permissions=["change"])
    def mark_listed(self, request: HttpRequest, chosen: "QuerySet[WantedError]") -> None:
        self._mark(request, chosen, Status.OPEN, "listed", listed=True)

    @admin.action(description="An article is planned", permissions=["change"])
    def mark_planned(self, request: HttpRequest, chosen: "QuerySet[WantedError]") -> None:
        self._mark(request, chosen, Status.PLANNED)

    @admin.action(description="Covered by the article named here", permissions=["change"])
    def mark_covered(self, request: HttpRequest, chosen: "QuerySet[WantedError]") -> None:
        try:
            slug = canonical_slug(request.POST.get("article", ""))
        except forms.ValidationError as error:
            self.message_user(request, error.message, messages.ERROR)
            return
        self._mark(request, chosen, Status.COVERED, article=slug)

    @admin.action(description="Noise: not shown any more", permissions=["change"])
    def mark_noise(self, request: HttpRequest, chosen: "QuerySet[WantedError]") -> None:
        self._mark(request, chosen, Status.NOISE, listed=False)

    @admin.action(description="Open again", permissions=["change"])
    def mark_open(self, request: HttpRequest, chosen: "QuerySet[WantedError]") -> None:
        self._mark(request, chosen, Status.OPEN)

    def _mark(
        self, request: HttpRequest, chosen: "QuerySet[WantedError]", status: Any, label: str = "", **fields: Any
    ) -> None:
        # Django cannot UPDATE `chosen`, because it has annotations and an order.
        keys = list(chosen.values_list("pk", flat=True))
        WantedError.objects.filter(pk__in=keys).update(status=status, **fields)
        self.message_user(request, f"{len(keys)} marked as {label or status.label}.", messages.SUCCESS)


@admin.register(Vote)
class VoteAdmin(admin.ModelAdmin):
    """The counts of votes by article and fix. Single votes can be neither seen nor changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_view_permission(request)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        tallies = votes.count()
        rows = [(slug, fix, tally) for slug in sorted(tallies) for fix, tally in sorted(tallies[slug].items())]
        context = {**self.admin_site.each_context(request), "title": "Votes", "rows": rows, "opts": self.opts}
        return TemplateResponse(request, "admin/kb/vote/counts.html", context)


admin.site.site_header = admin.site.site_title = "Tracefix, for staff"
admin.site.index_title = "What readers say"
