"""The command `tracefix`, its plug-ins for pytest and IPython, and what they print."""
