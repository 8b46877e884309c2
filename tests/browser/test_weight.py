"""What home and an article weigh as they are served for real: collected files, compression, a browser that has nothing yet.

MkDocs Material, measured on a page of the same text, sends 66 KB in 3 requests before its search.
"""

import re

import pytest

from tests.browser.conftest import visit
from tests.examples import some
from tests.published_articles import published_articles
from tools.waiting import until

MOST_BYTES = 30_000  # headers included
MOST_REQUESTS = 2
MOST_BYTES_OF_HOME = 20_000
# A column may settle by a few pixels while the rows of its table arrive; 0.1 is good by https://web.dev/articles/cls
MOST_SHIFT = 0.02
SHIFTS = """() => new Promise((resolve) => {
    const moved = [];
    new PerformanceObserver((list) => {
        for (const {value, sources} of list.getEntries()) {
            moved.push([value, ...sources.map(({node}) => (node?.outerHTML ?? node?.data ?? "").slice(0, 80))]);
        }
    }).observe({type: "layout-shift", buffered: true});
    window.scrollTo(0, document.body.scrollHeight);
    setTimeout(() => resolve(moved), 500);
})"""


@pytest.fixture(scope="session")
def heaviest():
    """The article with the most to show: its text, and each script twice."""
    return max(
        published_articles(), key=lambda article: len(article.body) + 2 * sum(map(scripts_length, article.pairs))
    )


def scripts_length(pair):
    return len(pair.repro.text) + len(pair.fixed.text)


@pytest.fixture
def fresh_page(browser, base):
    """A page of a browser that has nothing in its cache."""
    yield from visit(browser, base, viewport={"width": 360, "height": 800})


@pytest.fixture(params=some({"narrow": 360, "wide": 1280}, {"narrow"}))
def page_of_a_width(request, browser, base):
    """Such a page, as wide as a telephone's and as a desk's."""
    yield from visit(browser, base, viewport={"width": request.param, "height": 800})


def transfers(page):
    """A list that fills with (address, bytes on the wire) as the page loads; what the memory has is not sent again."""
    session = page.context.new_cdp_session(page)
    addresses, done = {}, []
    session.on(
        "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
    )
    session.on(
        "Network.loadingFinished",
        lambda event: (
            event["encodedDataLength"] and done.append((addresses[event["requestId"]], event["encodedDataLength"]))
        ),
    )
    session.send("Network.enable")
    return done


def test_an_article_is_light(page_of_a_width, base, heaviest):
    done = transfers(page_of_a_width)
    page_of_a_width.goto(f"/articles/{heaviest.slug}/", wait_until="networkidle")

    without_icon = [address for address, _ in done if "/favicon." not in address]  # which Chromium tells since 156
    assert 1 < len(without_icon) <= MOST_REQUESTS, done
    assert 1000 < sum(size for _, size in done) <= MOST_BYTES, done
    assert all(address.startswith(base) for address, _ in done)


def test_home_is_light(fresh_page):
    """Without headers, in Brotli, which browsers ask for over TLS only."""
    addresses = ["/", *re.findall(r'<script src="([^"]*)"', fresh_page.request.get("/").text())]
    bodies = [fresh_page.request.get(address, headers={"Accept-Encoding": "br"}) for address in addresses]

    assert len(bodies) == 3
    assert sum(int(body.headers["content-length"]) for body in bodies) <= MOST_BYTES_OF_HOME


@pytest.mark.slow
def test_hardly_anything_on_it_moves_while_it_loads(page_of_a_width, heaviest):
    slow = page_of_a_width.context.new_cdp_session(page_of_a_width)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})  # shows what is painted before all of it is read
    page_of_a_width.goto(f"/articles/{heaviest.slug}/", wait_until="networkidle")

    assert page_of_a_width.evaluate("PerformanceObserver.supportedEntryTypes").count("layout-shift") == 1
    moved = page_of_a_width.evaluate(SHIFTS)
    assert sum(value for value, *_ in moved) <= MOST_SHIFT, moved


@pytest.mark.slow
def test_what_moves_while_a_page_loads_would_be_seen(fresh_page):
    fresh_page.goto("/about/", wait_until="networkidle")
    push = "setTimeout(() => document.querySelector('main').style.paddingTop = '300px', 50)"
    fresh_page.evaluate(f"() => {{ {push} }}")

    assert sum(value for value, *_ in fresh_page.evaluate(SHIFTS)) > MOST_SHIFT


@pytest.mark.parametrize(("path", "end"), [("/", ".topics"), ("/articles/cuda-oom/", "#related + .rows")])
def test_the_end_of_a_long_page_is_laid_out_when_one_comes_near(fresh_page, path, end):
    is_laid_out = f"document.querySelector('{end} a').checkVisibility({{contentVisibilityAuto: true}})"
    fresh_page.goto(path)
    assert not fresh_page.evaluate(is_laid_out)

    fresh_page.locator(end).scroll_into_view_if_needed()

    until(lambda: fresh_page.evaluate(is_laid_out), 10)


@pytest.mark.slow
def test_a_second_visit_sends_the_page_no_more(fresh_page, heaviest):
    fresh_page.goto(f"/articles/{heaviest.slug}/", wait_until="networkidle")
    done = transfers(fresh_page)

    fresh_page.goto("/llms.txt")
    answer = fresh_page.goto(f"/articles/{heaviest.slug}/", wait_until="networkidle")

    (size,) = (size for address, size in done if address == answer.url)
    assert size < 1200  # 304, headers only: the policy has the hashes of what stands in the page
    assert fresh_page.get_by_role("heading", level=1).inner_text() == heaviest.title


def test_head_has_the_headers_alone(fresh_page, heaviest):
    path = f"/articles/{heaviest.slug}/"
    got = fresh_page.request.get(path, headers={"Accept-Encoding": "gzip"})
    head = fresh_page.request.head(path, headers={"Accept-Encoding": "gzip"})

    assert head.body() == b""
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == got.headers["content-length"]
