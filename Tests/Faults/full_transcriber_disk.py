#!/usr/bin/env python3
"""Fills the disk of one of two transcribers that share a library in PostgreSQL and S3, and then stops the
other one. Checks that the log names the cause, that the other one transcribes all memos, that work
resumes without a restart once there is space, and that each memo is transcribed once. Mounts a small
tmpfs, which requires root.

usage: full_transcriber_disk.py SPEECHMEMO
"""

import os, pathlib, subprocess, sys, tempfile, time
from fault_run import ending

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Benchmarks" / "Hosting"))
import checking
from clients import Uploads
from machines import Site

PARTS = 40
# A job that failed on a machine waits there for 5, 10, 20 seconds and so on.
PATIENCE = 60


class Disk:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=True)

    def fill(self):
        # A full disk evicts cached audio. Without any, it stays full.
        for file in self.folder.glob("**/fetched/*"):
            file.unlink()
        with open(self.folder / "ballast", "ab", buffering=0) as file:
            try:
                while file.write(bytes(4_096)):
                    pass
            except OSError:
                pass

    def free(self):
        (self.folder / "ballast").unlink()

    def close(self):
        subprocess.run(["umount", "--lazy", self.folder])


class Run:
    def __init__(self, site, disk):
        self.site, self.disk, self.problems = site, disk, []
        self.full, self.other = site.transcribers
        self.uploads = None
        self.count = 0

    def upload(self, count):
        first = self.count + 1
        self.count += count
        memos = dict(self.uploads.memos) if self.uploads else {}
        self.uploads = Uploads(self.site, range(first, self.count + 1), PARTS, clients=2)
        self.uploads.memos |= memos
        for thread in self.uploads.threads:
            thread.join()
        self.problems += self.uploads.problems

    def done(self):
        rows = self.site.postgres.ask("SELECT count(*) FROM speechmemo.jobs WHERE state = 'done'")
        return int(rows[0][0])

    def wait(self, problem, condition):
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > PATIENCE:
                self.problems.append(problem)
                break
            time.sleep(0.1)
        return time.monotonic() - began

    def reports(self):
        """Returns how often the transcriber has logged the full disk."""
        return self.full.log.read_text().count(f"not enough disk space to write {self.full.home}")

    def __call__(self):
        for machine in self.site.servers + self.site.transcribers:
            machine.start()
        self.upload(8)
        self.wait("the first memos are not transcribed", lambda: self.done() == self.count)
        self.wait("one transcriber did nothing", lambda: self.full.finished and self.other.finished)

        self.disk.fill()
        before = self.full.finished
        self.upload(12)
        took = self.wait("nothing is transcribed beside the full disk",
                         lambda: self.done() == self.count)
        if self.full.finished > before:
            self.problems.append("the disk was not full")
        print(f"full: the other transcriber finished 12 memos after {took:.1f} s", flush=True)

        self.other.close()
        reports = self.reports()
        self.upload(4)
        self.wait("the log does not name the full disk", lambda: self.reports() > reports)
        if self.done() != self.count - 4:
            self.problems.append("the disk was not full without the other transcriber")
        self.disk.free()
        took = self.wait("work does not resume with free space", lambda: self.done() == self.count)
        print(f"free: 4 memos were done after {took:.1f} s; reported {self.reports()} times", flush=True)
        finished = self.full.finished + self.other.finished
        if finished != self.count:
            self.problems.append(f"{self.count} memos were transcribed {finished} times")
        if self.full.failed + self.other.failed:
            self.problems.append("jobs failed")
        self.problems += checking.libraries(self.site, self.uploads)
        self.problems += checking.sounds(self.site, self.uploads)[0] + checking.tables(self.site)
        return self.problems


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if os.geteuid() != 0:
        sys.exit("full_transcriber_disk.py: mounting a disk requires root")
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        disk = Disk(room / "transcriber-0")
        site = None
        try:
            site = Site(sys.argv[1], room, seconds=0.02, servers=1, transcribers=2)
            problems = Run(site, disk)()
        finally:
            if site:
                site.close()
            disk.close()
    return ending(problems, "a full disk is reported, and each memo is transcribed once")


if __name__ == "__main__":
    sys.exit(main())
