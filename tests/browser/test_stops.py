"""On a telephone no line begins with a stop, also where the stop follows code, which may break anywhere."""

import pytest

SLUGS = ["cuda-oom", "pickle-pycapsule", "launcher-child-failed"]
# The words that follow inline code and begin with a stop, whose stop stands lower than the end of the code.
LOOSE = """() => [...document.querySelectorAll("main code")].flatMap(code => {
  let last = code;
  while (!last.nextSibling && last.parentElement.matches("a, strong, em, span")) last = last.parentElement;
  const after = last.nextSibling;
  if (code.closest("pre") || !after || after.nodeType !== 3 || !/^[。，、：；？！）.,:;?!)]/.test(after.data)) return [];
  const stop = document.createRange();
  stop.setStart(after, 0);
  stop.setEnd(after, 1);
  const lines = code.getClientRects(), end = lines[lines.length - 1], place = stop.getBoundingClientRect();
  return end && place.height && place.top >= end.bottom - 2 ? [code.textContent + after.data.slice(0, 8)] : [];
})"""


PLACES = {
    f"{width}-{language}": (width, prefix)
    for width in (360, 414)
    for language, prefix in {"English": "", "Chinese": "/zh-hans"}.items()
}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "prefix"), PLACES.values(), ids=PLACES)
def test_no_line_begins_with_a_stop(page, base, prefix, width):
    page.set_viewport_size({"width": width, "height": 740})
    for slug in SLUGS:
        page.goto(f"{base}{prefix}/articles/{slug}/")
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert page.evaluate(LOOSE) == [], slug
