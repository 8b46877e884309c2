"""Take a picture of every page, narrow and wide, light and dark: python tests/browser/screenshots.py FOLDER [ADDRESS].

A tool for looking at what was built, not a test. Without ADDRESS it starts a server of its own.
"""

import os
import sys
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

from playwright.sync_api import sync_playwright

from tests.browser.server import BROWSER_FLAGS, chromium, serve
from tests.browser.test_accessibility import MORE, PAGES, at, pasted
from tests.settings import BASE_DIR

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
EVERY = {
    **PAGES,
    **MORE,
    "search, loose": at("/search/?q=postgres+connection+xylophone"),
    "match, long": pasted(LONG),
    "wanted, Chinese": at("/zh-hans/wanted/"),
    "about, Chinese": at("/zh-hans/about/"),
    "privacy, Chinese": at("/zh-hans/privacy/"),
}


def main(folder: Path, address: str = "", *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    started = nullcontext(address) if address else serve(TRACEFIX_PROJECTS=str(BASE_DIR / "projects"))
    with started as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        for scheme in ("light", "dark"):
            for width in WIDTHS:
                size = {"width": width, "height": 800}
                page = browser.new_page(viewport=size, color_scheme=scheme, base_url=base, bypass_csp=True)
                for name in names or EVERY:
                    EVERY[name](page, KNOWN)
                    page.add_style_tag(content="* { content-visibility: visible !important; }")  # the end, too
                    page.screenshot(path=folder / f"{name}, {width}, {scheme}.png", full_page=True)
                    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                    if overflow > 0:
                        print(f"{name} at {width}: {overflow} px too wide")
                page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
