"""Repros in environments of their own: recorded, swept over releases, judged."""
