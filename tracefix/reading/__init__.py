"""From a paste to a report: cleaning.clean(), tracebacks.parse() and printed_versions.read()."""
