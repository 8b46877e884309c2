"""Cut the Chinese font of the pictures of links: `python -m tools.chinese_font NotoSansCJK-Regular.ttc`.

The whole font weighs 19 MB. What is kept are the characters of GB 2312, which is what texts in Simplified Chinese
need. fontTools is not among our requirements: install it where this is run. The same version makes the same bytes.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from tracefix.chinese import drawn_characters

TARGET = Path(__file__).resolve().parents[1] / "kb" / "cards" / "fonts" / "NotoSansCJKsc-GB2312.otf"
_SIMPLIFIED = 2  # the number of “Noto Sans CJK SC” in the collection


def cut(collection: Path, target: Path = TARGET) -> None:
    """Write the font with only the characters wanted. Raises CalledProcessError."""
    characters = ",".join(f"U+{ord(char):04X}" for char in sorted(drawn_characters()))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "fontTools.subset",
            str(collection),
            f"--font-number={_SIMPLIFIED}",
            f"--unicodes={characters}",
            "--no-hinting",
            "--layout-features=",
            "--name-IDs=*",  # the copyright and the licence stay in the file
            "--drop-tables+=VORG,vhea,vmtx,BASE,GPOS,GSUB,DSIG",
            f"--output-file={target}",
        ],
        check=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Cut the Chinese font of the pictures of links.")
    parser.add_argument("collection", type=Path, help="NotoSansCJK-Regular.ttc, of Debian's fonts-noto-cjk")
    cut(parser.parse_args().collection)
