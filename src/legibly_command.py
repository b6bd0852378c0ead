"""What `legibly` runs first: until the rest is loaded, Ctrl-C ends it without a word.

It stands outside the package, since whatever is inside loads the package before.
"""

import signal
from typing import NoReturn

signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> NoReturn:
    from legibly.cli.main import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
