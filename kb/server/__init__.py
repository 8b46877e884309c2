"""Everything around a request: bodies, pastes, rate limits, logs, metrics, health and cached pages.

It also loads the articles again when they change while the server runs.
"""
