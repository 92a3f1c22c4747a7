"""Processor time and memory of processes and their descendants."""
import os
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")


def _stat(pid):
    """Returns a process's parent, and the processor seconds of it and its reaped children."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), sum(int(field) for field in fields[11:15]) / TICKS


def family(root):
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := _stat(name)):
            parents[int(name)] = stat[0]
    found, new = {root}, {root}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new} - found
        found |= new
    return found


def processor(root):
    return sum(stat[1] for pid in family(root) if (stat := _stat(pid)))


def memory(root, with_family=True):
    """Returns a family's proportional memory (PSS) in MiB."""
    total = 0
    for pid in family(root) if with_family else [root]:
        try:
            with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            pass
    return total / 1024


class Peaks:
    """Samples the memory of families every second, and keeps the peak."""

    def __init__(self, roots):
        self._roots = roots
        self.most = {name: 0.0 for name in roots}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _watch(self):
        while not self._ended.wait(1):
            for name, root in self._roots.items():
                self.most[name] = max(self.most[name], memory(root))


class Costs:
    """Measures the processor seconds of families from now on."""

    def __init__(self, roots):
        self._roots = roots
        self._before = {name: processor(root) for name, root in roots.items()}
        self._start = time.monotonic()

    def now(self):
        return {name: processor(root) - self._before[name] for name, root in self._roots.items()}

    @property
    def seconds(self):
        return time.monotonic() - self._start
