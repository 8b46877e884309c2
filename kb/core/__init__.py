"""The core: a paste in, a diagnosis out. Plain Python without Django; imports go down only (tests/test_layers.py).

In order: reading (paste to report), articles, matching (report to diagnosis), repros, lint, search, unknown, output.
"""
