"""What every request passes, whichever page it asks for.

Bodies, pastes, limits, logs, metrics, cached pages; and articles that are loaded again while the server runs.
"""
