"""Take the picture that the README shows, docs/screenshot.png: python tests/browser/readme_picture.py. It is in git."""

import os
import sys
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.screenshots import KNOWN
from tests.browser.server import BROWSER_FLAGS, ROOT, chromium, serve

PICTURE = ROOT / "docs" / "screenshot.png"
_RANK = "".join(f"[rank0]: {line}\n" for line in KNOWN.splitlines())


def main() -> None:
    """An answer in the light theme, as the first screen shows it."""
    with serve() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        page = browser.new_page(viewport={"width": 1160, "height": 760}, device_scale_factor=1.5, color_scheme="light")
        page.goto(f"{base}/match/")
        page.fill("#paste", _RANK)
        page.click("button.main")
        page.wait_for_selector(".fix")
        taken = Image.open(BytesIO(page.screenshot()))
        browser.close()
    PICTURE.parent.mkdir(exist_ok=True)
    taken.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
