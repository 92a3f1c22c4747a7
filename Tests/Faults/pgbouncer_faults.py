#!/usr/bin/env python3
"""Ends PgBouncer, and later PostgreSQL behind it, while a server and a transcriber run. Checks that
requests are refused with 503 during each fault, that everything resumes without a restart, and that nothing
acknowledged is lost or transcribed twice.

usage: pgbouncer_faults.py SPEECHMEMO [SECONDS]
  SECONDS  duration of each fault (30)
"""

import os, pathlib, subprocess, sys, tempfile
from fault_run import ending
from hosting_run import Hosting
from machines import Postgres

POOLER = pathlib.Path(__file__).resolve().parents[1] / "Support" / "pgbouncer"


class Pooler:
    def __init__(self, folder, sockets):
        self.command = [
            POOLER, folder, sockets, "pool_mode = session", "default_pool_size = 40",
            # As soon as the server is back.
            "server_login_retry = 1"]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            sys.exit("pgbouncer_faults.py: PgBouncer did not start")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Pooled(Hosting):
    def __init__(self, program, room):
        super().__init__(program, room)
        self.postgres = self.open(Postgres(room))
        self.pooler = self.open(Pooler(room / "pooler", room / "postgres"))
        (room / "audio").mkdir()
        self.serve(f"postgres:///postgres?host={room}/pooler",
                   SPEECHMEMO_AUDIO=str(room / "audio"))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        # PostgreSQL runs as another user if this is root.
        pathlib.Path(name).chmod(0o755)
        hosting = Pooled(os.path.abspath(sys.argv[1]), pathlib.Path(name))
        try:
            hosting.outage("no PgBouncer", seconds, hosting.pooler.close, hosting.pooler.start,
                           "connection")
            hosting.outage("no PostgreSQL", seconds, hosting.postgres.close,
                           hosting.postgres.start, "server login has been failing")
            hosting.compare()
        finally:
            hosting.close()
    return ending(hosting.problems, "everything resumed, and nothing is lost or duplicated")


if __name__ == "__main__":
    sys.exit(main())
