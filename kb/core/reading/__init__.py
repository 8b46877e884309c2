"""From a paste to a report: cleaning, long logs, tracebacks, versions."""
