"""The tables of papers, and our own results, on open data.

    python -m recipes.human_agreement      # writes docs/research/human-agreement.md
    python -m recipes.gravano_2009 --largest 1000000

A recipe is a package with `__main__.py` (options, what is measured, in which order), modules that
measure, and `page.md`, the text of its page with places for tables and figures. All take `--data`
(the corpora), `--docs` (where pages go), `--work` (what is kept between runs) and `--quick` (small
sizes, on made-up data: does it run?).
"""
