"""The smallest Django project there is: one view that answers nothing. What the start of ours is compared with."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"")


urlpatterns = [path("", empty)]
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="empty")  # noqa: S106 - it signs nothing
application = get_wsgi_application()
