"""The grammars of Portuguese, each a module: its phrases, how it is written, and how it is read
again.
"""

from legibly_pt.grammars import amounts, dates, digits, letters, plain, times
from legibly_pt.grammars.slots import SLOTS as SLOTS

GRAMMARS = [
    grammar
    for module in (digits, times, dates, amounts, plain, letters)
    for grammar in module.GRAMMARS
]
