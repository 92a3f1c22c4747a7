#!/usr/bin/env python3
"""Kills servers, transcribers, and engines at random moments during upgrades: while a library of an earlier
version is migrated, and while its transcriptions run and the program is replaced as dpkg does. With
PostgreSQL, 'libraries prepare' is killed, too, and the database is restarted and its standby promoted.

Clients upload and change memos all the time. After each kill, every acknowledged memo and change must be
there, and 'verify' must be clean. In the end each memo must be transcribed once.

usage: upgrade_faults.py SPEECHMEMO [COUNT] [SEED] [EARLIER]
  COUNT    number of kills (100), a third of them with PostgreSQL
  EARLIER  an earlier version of the program, which runs before it is replaced
"""

import os, pathlib, random, sys, tempfile, time
import earlier_libraries
from fault_run import ending
from upgrade_clients import Expected
from upgrade_places import OTHERS, Hosted, Local
from upgrade_run import Counts, Installed


def local_round(room, earlier, newer, chance, counts, expected, kills):
    installed = Installed(room / "bin", earlier)
    place = Local(room, installed.path, chance, counts, expected)
    try:
        place.migrate(chance.randrange(1, earlier_libraries.newest("SQLite")))
        place.disturb(newer, installed, kills)
        installed.replace(newer)
        place.restart()
        place.finish()
    finally:
        place.close()


def hosted_round(room, earlier, newer, chance, counts, expected, kills):
    installed = Installed(room / "bin", earlier)
    version = chance.randrange(1, earlier_libraries.newest("PostgreSQL"))
    place = Hosted(room, installed.path, chance, counts, expected, version)
    try:
        place.disturb(newer, installed, kills // 2)
        place.promote()
        place.compare("promote")
        place.disturb(newer, installed, kills - kills // 2)
        place.finish()
        for problem in place.problems:
            expected.report(problem)
    finally:
        place.close()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    newer = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    earlier = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else newer
    print(f"{count} kills, seed {seed}", flush=True)
    chance, counts = random.Random(seed), Counts()
    problems, memos, edits, hosted = [], 0, 0, 0
    while counts.kills < count and not problems:
        expected = Expected(OTHERS)
        begun = counts.kills
        is_hosted = 3 * hosted <= counts.kills
        # PostgreSQL starts slowly.
        kills = min(20 if is_hosted else 10, max(2, count // 3))
        with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
            # PostgreSQL runs as another user if this is root.
            pathlib.Path(name).chmod(0o755)
            work = hosted_round if is_hosted else local_round
            work(pathlib.Path(name), earlier, newer, chance, counts, expected, kills)
        hosted += is_hosted * (counts.kills - begun)
        problems += expected.problems
        memos += len(expected.uploads)
        edits += expected.edits
    print(f"killed: {', '.join(f'{what} {n}' for what, n in sorted(counts.killed.items()))}; "
          f"{counts.restarts} restarts, {counts.replaced} replaced programs; "
          f"{memos} uploaded memos, {edits} changes")
    return ending(problems, "nothing acknowledged is lost, and nothing was transcribed twice")


if __name__ == "__main__":
    sys.exit(main())
