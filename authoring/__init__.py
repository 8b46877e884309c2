"""The workshop: what authors and maintainers run. It is never shipped, and nobody imports it."""
