"""Use a client that a generator made of the API's document: `generated_clients.py GENERATOR FOLDER URL`.

It runs in an environment of its own, and prints what it was answered as JSON.
"""

import json
import os
import sys

ERROR = "RuntimeError: boom happened in 'cellar'"


def openapi_python_client(url):
    from made import Client
    from made.api.articles import get_article
    from made.api.match import match_paste
    from made.api.search import search_articles
    from made.models import Paste

    client = Client(base_url=url)
    found = match_paste.sync(client=client, body=Paste(text=ERROR))
    hits = search_articles.sync(client=client, q="boom")
    return found, hits, get_article.sync("boom", client=client)


def clientele(url):
    os.environ["BASE_URL"] = url  # its configuration reads it
    from made import client, schemas

    found = client.match_paste(data=schemas.Paste(text=ERROR))
    hits = client.search_articles(q="boom")
    return found, hits, client.get_article(slug="boom")


if __name__ == "__main__":
    generator, folder, url = sys.argv[1:]
    sys.path.insert(0, folder)
    found, hits, article = globals()[generator](url)
    answer = {
        "verdict": found.verdict,
        "slug": found.matches[0].slug,
        "fix": found.matches[0].fix,
        "total": hits.total,
        "hit": hits.results[0].slug,
        "title": article.title,
    }
    print(json.dumps(answer))
