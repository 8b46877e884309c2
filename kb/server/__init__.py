"""How a request comes in and an answer goes out, whichever page it is.

Request bodies, pastes, limits, logs, figures, cached pages, and articles loaded anew while the server runs.
"""
