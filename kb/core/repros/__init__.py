"""Repros: scripts run in environments of their own, and what they print."""
