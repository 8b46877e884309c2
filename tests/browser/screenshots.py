"""Take a picture of every page, narrow and wide, light and dark: python tests/browser/screenshots.py FOLDER [ADDRESS].

A tool for looking at what was built, not a test. Without ADDRESS it starts a server of its own.
"""

import os
import sys
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

from playwright.sync_api import Page, sync_playwright

from tests.browser.server import BROWSER_FLAGS, chromium, serve

WIDTHS = (360, 768, 1280)
KNOWN = """\
Traceback (most recent call last):
  File "/home/user/train.py", line 12, in <module>
    loader = iter(DataLoader(dataset, num_workers=2, multiprocessing_context="spawn"))
  File "/usr/lib/python3.10/multiprocessing/popen_spawn_posix.py", line 47, in _launch
    reduction.dump(process_obj, fp)
  File "/usr/lib/python3.10/multiprocessing/reduction.py", line 60, in dump
    ForkingPickler(file, protocol).dump(obj)
TypeError: cannot pickle 'dict_keys' object
"""
LONG = "".join(f"[rank0]: step {step} loss {1 / step:.4f}\n" for step in range(1, 120)) + KNOWN
LIKELY = "Our nightly job says: the run failed because it cannot pickle 'dict_keys' object (see the wiki), torch==2.7.1"
ROWS = """\
Traceback (most recent call last):
  File "/home/user/augment.py", line 7, in <module>
    import cv2
ModuleNotFoundError: No module named 'cv2'
"""
UNKNOWN = """\
Traceback (most recent call last):
  File "/home/user/cook.py", line 3, in <module>
    stir(pot)
RuntimeError: the soup has gone cold in <script>alert(1)</script> of {{ kitchen }}
"""


def _paste(text: str):  # type: ignore[no-untyped-def]
    def send(page: Page, base: str) -> None:
        page.goto(f"{base}/match/")
        page.fill("#paste", text)
        page.click("button.main")

    return send


def _unfolded(part: str, visit):  # type: ignore[no-untyped-def]
    def unfold(page: Page, base: str) -> None:
        visit(page, base)
        page.click(f"{part} > summary")

    return unfold


def _sent(page: Page, base: str) -> None:
    _unfolded(".missing", _paste(UNKNOWN))(page, base)
    page.click(".missing button")


def _at(path: str):  # type: ignore[no-untyped-def]
    return lambda page, base: page.goto(base + path)


PAGES = {
    "home": _at("/"),
    "articles": _at("/articles/?project=PyTorch"),
    "article": _at("/articles/pickle-dict-keys/"),
    "helped": _at("/articles/pickle-dict-keys/helped/?helped=no"),
    "search": _at("/search/?q=pickle"),
    "search-none": _at("/search/?q=xylophone"),
    "search-loose": _at("/search/?q=postgres+connection+xylophone"),
    "search-new-error": _at("/search/?q=SoupError:+the+soup+has+gone+cold"),
    "about": _at("/about/"),
    "privacy": _at("/privacy/"),
    "match": _at("/match/"),
    "match-empty": _paste("   "),
    "match-exact": _paste(KNOWN),
    "match-long": _paste(LONG),
    "match-likely": _paste(LIKELY),
    "match-rows": _paste(ROWS),
    "match-cut": _paste(UNKNOWN.rpartition("RuntimeError")[0]),
    "match-two": _paste(KNOWN + UNKNOWN),
    "match-none": _unfolded(".missing", _paste(UNKNOWN)),
    "wanted-sent": _sent,
    "wanted": _at("/wanted/"),
    "wanted-zh": _at("/zh-hans/wanted/"),
    "patterns": _at("/patterns/"),
    "home-zh": _at("/zh-hans/"),
    "about-zh": _at("/zh-hans/about/"),
    "privacy-zh": _at("/zh-hans/privacy/"),
    "article-zh": _at("/zh-hans/articles/pickle-pycapsule/"),
    "404": _at("/articles/pickle-dict_keyz/"),
}


def main(folder: Path, address: str = "", *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with nullcontext(address) if address else serve() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        for scheme in ("light", "dark"):
            for width in WIDTHS:
                size = {"width": width, "height": 800}
                page = browser.new_page(viewport=size, color_scheme=scheme, bypass_csp=True)
                for name, visit in PAGES.items():
                    if names and name not in names:
                        continue
                    visit(page, base)
                    page.add_style_tag(content="* { content-visibility: visible !important; }")  # the end, too
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
                    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                    if overflow > 0:
                        print(f"{name} at {width}: {overflow} px too wide")
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
