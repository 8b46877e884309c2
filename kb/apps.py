"""Django's registration of the app. It adds our checks to `manage.py check`."""

from django.apps import AppConfig


class KnowledgeBaseConfig(AppConfig):
    name = "kb"
    verbose_name = "Tracefix"

    def ready(self) -> None:
        from kb.server import checks  # noqa: F401 - registers itself
