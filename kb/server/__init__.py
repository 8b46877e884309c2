"""What every request passes, whichever page it asks for.

Request bodies, pastes, limits, logs, metrics, cached pages; and articles that are loaded again while the server runs.
"""
