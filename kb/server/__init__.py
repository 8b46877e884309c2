"""How a request comes in and an answer goes out, whichever page it is.

Bodies read within bounds, limits, logs, figures, finished answers, and articles loaded anew while the server runs.
"""
