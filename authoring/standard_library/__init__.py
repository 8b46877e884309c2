"""Standard library to history/python.tsv: each Python says at run time which names it has."""
