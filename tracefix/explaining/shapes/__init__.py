"""The table of message shapes: the sentences that libraries fail with, whatever the library. The first fit counts.

A new shape needs a row with an example, look-alikes in the tests, and the translation of its sentences.
"""

from tracefix.explaining.shapes.files import FILES
from tracefix.explaining.shapes.programs import PROGRAMS
from tracefix.explaining.shapes.requirements import REQUIREMENTS
from tracefix.explaining.shapes.row import Shape
from tracefix.explaining.shapes.values import VALUES

__all__ = ("SHAPES",)

SHAPES: tuple[Shape, ...] = (*PROGRAMS, *FILES, *REQUIREMENTS, *VALUES)
