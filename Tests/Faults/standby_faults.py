#!/usr/bin/env python3
"""Kills PostgreSQL's primary, runs 'speechmemo serve' and 'speechmemo transcriber' on a read-only standby
for a while, and promotes it. Then makes the role's transactions read-only for a while. Checks that
reads always succeed, that uploads get 503 and can be finished afterwards, that jobs resume without
intervention, and that nothing acknowledged is lost or transcribed twice.

usage: standby_faults.py SPEECHMEMO [SECONDS]
  SECONDS  duration of each read-only phase (30)
"""

import os, pathlib, subprocess, sys, tempfile, time
from fault_run import ending
from hosting_run import Hosting
from machines import SCRIPTS


class Postgres:
    """A PostgreSQL server that can be promoted and killed."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.process = subprocess.Popen(
            [SCRIPTS / "postgres", "--temporary", *options, folder], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        if not self.process.stdout.readline().startswith("postgres:"):
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: PostgreSQL did not start")

    def ask(self, statement):
        """Returns the values that a statement prints."""
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement,
             f"host={self.folder} user=postgres dbname=postgres"],
            check=True, capture_output=True, text=True).stdout.split()

    def promote(self):
        self.order("promote", "promoted")

    def restart(self, mode):
        """Crashes and restarts the server, or restarts it regularly if the mode is 'fast'."""
        self.order(f"restart {mode}".strip(), "restarted")

    def order(self, line, done):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != f"{done}\n":
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: PostgreSQL did not {line}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Standby(Hosting):
    """A primary and its synchronous standby."""

    library = "a"

    def __init__(self, program, room):
        super().__init__(program, room)
        self.primary = self.open(Postgres(room / "primary"))
        self.primary.ask("CREATE ROLE owner LOGIN; CREATE ROLE server LOGIN; "
                         "GRANT CREATE ON DATABASE postgres TO owner")
        self.standby = self.open(Postgres(room / "standby", "--standby-of", room / "primary"))
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.ask("SELECT pg_reload_conf()")
        while self.primary.ask("SELECT sync_state FROM pg_stat_replication") != ["sync"]:
            time.sleep(0.05)
        (room / "audio").mkdir()
        self.serve(f"postgres:///postgres?host={room}/primary,{room}/standby",
                   SPEECHMEMO_AUDIO=str(room / "audio"))

    def fault(self, name, seconds, begin, end):
        first = self.upload(2)
        self.wait(f"{name}: the memo is not transcribed", lambda: self.shown().get(first))
        running = self.upload(40)
        for _ in range(3):
            self.upload(3)
        self.wait(f"{name}: the job does not start", lambda: running in self.transcriber.begun)
        begin()
        upload, reads, refusals, slowest = self.begin_upload(3), 0, 0, 0
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            began = time.monotonic()
            self.expect(self.memos.keys() == self.shown().keys(), f"{name}: memos are missing")
            status, _, body = self.ask("GET", f"/api/memos/{first}/audio")
            self.expect(status == 200 and body == self.memos[first][0], f"{name}: audio: {status}")
            slowest = max(slowest, time.monotonic() - began)
            reads += 1
            status, _ = self.send(upload)
            self.expect(status == 503, f"{name}: an upload: {status}")
            refusals += status == 503
            time.sleep(0.2)
        count = self.segment_count()
        end()
        resumed = self.wait(f"{name}: the job does not resume", lambda: self.segment_count() != count)
        sent = self.wait(f"{name}: the upload does not finish", lambda: self.send(upload)[1])
        done = self.wait(f"{name}: jobs remain", lambda: all(self.shown().values()))
        print(f"{name}: {reads} reads, at most {slowest:.1f} s; {refusals} uploads refused; "
              f"jobs resumed after {resumed:.1f} s, the upload finished {sent:.1f} s later, "
              f"and the last transcript {done:.1f} s later", flush=True)

    def segment_count(self):
        return self.standby.ask("SELECT count(*) FROM speechmemo.segments")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        # PostgreSQL runs as another user if this is root.
        pathlib.Path(name).chmod(0o755)
        hosting = Standby(os.path.abspath(sys.argv[1]), pathlib.Path(name))
        server = hosting.standby

        def make_read_only():
            server.ask("ALTER ROLE server SET default_transaction_read_only = on")
            server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                       "WHERE usename = 'server'")

        def make_writable():
            server.ask("ALTER ROLE server RESET default_transaction_read_only")

        try:
            hosting.fault("standby", seconds, hosting.primary.close, server.promote)
            hosting.fault("read-only role", seconds, make_read_only, make_writable)
            hosting.compare()
        finally:
            hosting.close()
    return ending(hosting.problems, "reads always succeeded, and nothing is lost or duplicated")


if __name__ == "__main__":
    sys.exit(main())
