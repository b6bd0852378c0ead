"""The grammars of English, each a module: its phrases, how it is written, and
how it is read again.
"""

from legibly.english.grammars import (
    cardinals,
    counts,
    dates,
    electronic,
    letters,
    measures,
    money,
    pairs,
    phones,
    places,
    times,
    wordings,
)
from legibly.english.grammars.pattern_slots import SLOTS as SLOTS

GRAMMARS = [
    grammar
    for module in (
        phones,
        electronic,
        times,
        dates,
        money,
        measures,
        counts,
        pairs,
        places,
        cardinals,
        letters,
        wordings,
    )
    for grammar in module.GRAMMARS
]
