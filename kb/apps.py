"""The Django app `kb`. It registers our checks for `manage.py check`."""

from django.apps import AppConfig


class KnowledgeBaseConfig(AppConfig):
    name = "kb"
    verbose_name = "Tracefix"

    def ready(self) -> None:
        from kb.server import checks  # noqa: F401 - registers itself
