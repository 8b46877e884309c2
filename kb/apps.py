from django.apps import AppConfig


class KnowledgeBaseConfig(AppConfig):
    name = "kb"
    verbose_name = "Tracefix"
