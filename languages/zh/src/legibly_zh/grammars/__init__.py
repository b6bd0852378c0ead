"""The grammars of Chinese, each a module: its phrases, how it is written, and how it is read again.
They hear characters; words of several are taken apart for them.
"""

from legibly_zh.grammars import amounts, dates, plain, strings, times, wordings
from legibly_zh.grammars.slots import SLOTS as SLOTS

GRAMMARS = [
    grammar
    for module in (strings, times, dates, amounts, plain, wordings)
    for grammar in module.GRAMMARS
]
