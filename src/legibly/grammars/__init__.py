"""Grammars of numbers, dates, times, money and the like: spoken words to
written forms, and back.
"""
