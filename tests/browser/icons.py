"""Draw the icons for those who take no SVG from the one that is: python tests/browser/icons.py. They are in git."""

import sys
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.server import BROWSER_FLAGS, ROOT, chromium

STATIC = ROOT / "static" / "kb"
SIZES = (180, 48, 32, 16)  # a telephone's home screen; the others stand in favicon.ico


def main() -> None:
    svg = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    pictures = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            # a telephone rounds the corners itself, and shows what is transparent as black
            drawn = svg.replace('rx="7"', 'rx="0"') if size == SIZES[0] else svg
            page.set_content(
                f"<style>html, body {{ margin: 0; background: none }} svg {{ display: block }}</style>{drawn}"
            )
            pictures[size] = Image.open(BytesIO(page.screenshot(omit_background=True)))
        browser.close()
    touch, *small = (pictures[size] for size in SIZES)
    touch.convert("RGB").quantize(64).save(STATIC / "apple-touch-icon.png", optimize=True)
    small[0].save(STATIC / "favicon.ico", sizes=[picture.size for picture in small], append_images=small[1:])


if __name__ == "__main__":
    main()
