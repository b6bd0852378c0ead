from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# As the command does, which hears SIGTERM by itself.
TRAINER = """
import os, signal, sys, time
from concurrent.futures import ProcessPoolExecutor
from legibly.workers import end_with_parent

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with ProcessPoolExecutor(2, initializer=end_with_parent) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        list(pool.map(time.sleep, (600, 600)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot do it")
def test_a_killed_trainer_takes_its_workers_with_it(tmp_path: Path) -> None:
    path = tmp_path / "trainer.py"
    path.write_text(TRAINER)
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE) as trainer:
        assert trainer.stdout is not None
        worker = int(trainer.stdout.readline())
        trainer.send_signal(signal.SIGKILL)
    for _ in range(200):
        if not is_running(worker):
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker went on")


def is_running(process: int) -> bool:
    """Not if it has ended and nobody has asked how."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
