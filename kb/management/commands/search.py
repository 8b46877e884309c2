"""`manage.py search QUERY...`: search the articles as the site does."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import override

from kb.addresses import article_address
from kb.formats import search_json
from kb.languages import current
from kb.management.base import LibraryCommand, add_language_argument, language_of_command
from kb.translations import articles_by_slug
from kb.wording import say_phrase
from tracefix.answers.brief import to_json
from tracefix.answers.text import results_to_text


def _limit(text: str) -> int:
    """A number of results. Raises ValueError, of which argparse makes a sentence."""
    if not 1 <= (number := int(text)) <= 100:
        raise ValueError
    return number


class Command(LibraryCommand):
    help = "Search the articles. All arguments together are one query; with --json, each QUERY is a separate search."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("queries", nargs="+", metavar="QUERY")
        parser.add_argument(
            "--json", action="store_true", help="print one line per query: a JSON object like that of the API"
        )
        parser.add_argument("--full", action="store_true", help="with --json: facets and highlights, too")
        add_language_argument(parser)
        parser.add_argument("--limit", type=_limit, default=10, help="the most results (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        with override(language_of_command(options)):
            self._search(options)

    def _search(self, options: dict[str, Any]) -> None:
        address, articles = article_address(), articles_by_slug(self.library)
        if options["json"]:
            for query in options["queries"]:
                results = self.library.search(query, size=options["limit"], language=current())
                payload = search_json(results, self.library, address, full=options["full"])
                self.stdout.write(to_json(payload))
            return
        results = self.library.search(" ".join(options["queries"]), size=options["limit"], language=current())
        self.stdout.write(results_to_text(results, articles, address, say_phrase))
