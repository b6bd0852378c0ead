"""Acronyms that are spelt: "o n u", "i b g e"."""

from __future__ import annotations

from legibly.grammars.acronyms import Acronyms
from legibly_pt.grammars import numbers

_acronyms = Acronyms(words="aeoé", number=numbers.below_thousand, digit=numbers.one_digit)
acronym = _acronyms.acronym
GRAMMARS = _acronyms.grammars()
