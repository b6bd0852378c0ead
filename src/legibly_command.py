"""What `legibly` runs first: until the rest is loaded, Ctrl-C ends it without a word.

It stands outside the package, since whatever is inside loads the package before; and it loads
nothing itself but the part of `signal` that is in the interpreter.
"""

import _signal  # type: ignore[import-not-found]

_signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def main() -> None:
    from legibly.cli.main import main as run

    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    run()
