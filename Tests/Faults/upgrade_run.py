"""Kills and replaced programs, for upgrade_faults.py."""

import os, shutil, signal, time


class Counts:
    def __init__(self):
        self.killed, self.replaced, self.restarts, self.longest = {}, 0, 0, {}

    def kill(self, what, process):
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.killed[what] = self.killed.get(what, 0) + 1

    @property
    def kills(self):
        return sum(self.killed.values())


class Installed:
    """The program in a folder, replaced by renaming as dpkg does."""

    def __init__(self, folder, program):
        folder.mkdir()
        self.path = folder / "speechmemo"
        self.replace(program)

    def replace(self, program):
        new = self.path.with_suffix(".dpkg-new")
        shutil.copy2(program, new)
        os.rename(new, self.path)


def interrupted(chance, counts, what, start, is_done):
    """Starts a process until it is killed before its end. Returns whether it was."""
    longest = counts.longest.get(what, 0.06)
    process = start()
    time.sleep(chance.random() * longest)
    is_killed = process.poll() is None and not is_done()
    counts.longest[what] = longest * (1.1 if is_killed else 0.8)
    if process.poll() is None:
        counts.kill(what, process)
    process.communicate()
    return is_killed
