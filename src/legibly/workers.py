"""Processes that work for another."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # of Linux's prctl


def end_with_parent() -> None:
    """A process that is killed takes its workers with it, where the system can do that. No milder
    signal will do: an exception would only end the work at hand, and the worker wait for more.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # it ended before this was said
            os._exit(1)
