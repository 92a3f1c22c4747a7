#!/usr/bin/env python3
"""Kills servers and transcribers of many libraries at random moments, restarts PostgreSQL, and injects
failures and stalls into the audio store while clients upload. Checks that every acknowledged memo
exists with its audio, is transcribed once, with every segment once and in order, and that no killed
transcriber held a job beyond its lease.

usage: faults.py SPEECHMEMO [--memos N] [--libraries N] [--kills N] [--restarts N] [--seed N]
                 [--servers N] [--transcribers N] [--parts N] [--seconds X] [--store-faults PERCENT]
  SPEECHMEMO  the program under test
  --parts     segments of a memo, each with a checkpoint
  --seconds   the engine's time per segment

Each process has its own folders, as on separate machines. With Debian's 'faketime', the clocks of some
are five minutes apart. Problems are lines that begin with PROBLEM; the exit status is then 1.
`--memos 60 --libraries 6 --kills 10 --restarts 1` takes a minute or two.
"""
import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import time

import checking
from clients import Uploads
from leases import Leases
from machines import CLOCKS, Site


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    for name, usual in [("memos", 10_000), ("libraries", 200), ("kills", 300), ("restarts", 10),
                        ("servers", 3), ("transcribers", 8), ("parts", 4), ("width", 2),
                        ("clients", 6), ("seed", int(time.time()) % 100_000)]:
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--seconds", type=float, default=0.15)
    parser.add_argument("--store-faults", type=float, default=12)
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    return parser.parse_args()


class Run:
    def __init__(self, site, options):
        self.site, self.options = site, options
        self.chance = random.Random(options.seed)
        self.killed = {"transcriber": 0, "server": 0}
        self.restarted = {"immediate": 0, "fast": 0}
        self.slowest = 0

    def __call__(self):
        options, site = self.options, self.site
        for machine in site.servers + site.transcribers:
            machine.start()
        self.leases = Leases(site, options.transcribers * options.width)
        self.leases.start()
        uploads = Uploads(site, range(1, options.memos + 1), options.parts, options.clients)
        # The share of the work that is done at each kill.
        moments = [(self.chance.random(), self.kill) for _ in range(options.kills)]
        moments += [(self.chance.random(), self.restart) for _ in range(options.restarts)]
        for share, disturb in sorted(moments, key=lambda moment: moment[0]):
            while self.leases.done < share * options.memos * 0.97:
                time.sleep(0.02)
            time.sleep(self.chance.uniform(0, 0.4))
            disturb()
        # Ninety seconds without a completed job is longer than any lease.
        last, moved = -1, time.monotonic()
        while not uploads.is_over() or self.leases.done < options.memos:
            time.sleep(0.2)
            if self.leases.done != last:
                last, moved = self.leases.done, time.monotonic()
            elif time.monotonic() - moved > 90:
                self.leases.problems.append("transcription has stalled")
                break
        return uploads

    def kill(self):
        machine = self.chance.choice(self.site.servers + self.site.transcribers)
        if machine.process.poll() is not None:
            self.leases.problems.append(f"{machine.name} exited unexpectedly")
        begun = set(getattr(machine, "begun", ()))
        machine.kill()
        at = time.time()
        self.killed["transcriber" if machine in self.site.transcribers else "server"] += 1
        if begun:
            self.leases.killed(begun, at)
        time.sleep(self.chance.uniform(0, 0.5))
        machine.start()

    def restart(self):
        mode = "fast" if self.chance.random() < 0.3 else "immediate"
        began = time.monotonic()
        self.site.postgres.restart(mode)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.restarted[mode] += 1


def main():
    options = arguments()
    room = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-hosting-"))
    site, problems = None, []
    print(f"seed {options.seed}", flush=True)
    try:
        began = time.monotonic()
        site = Site(options.program, room, options.seconds, options.servers, options.transcribers,
                    options.width, options.libraries, options.seed, options.store_faults,
                    clocks=(0, 150, -150))
        print(f"{options.libraries} libraries created in {time.monotonic() - began:.0f} s; clocks are "
              f"{'five minutes apart on two of three machines' if CLOCKS else 'right: no faketime'}",
              flush=True)
        began = time.monotonic()
        run = Run(site, options)
        uploads = run()
        took = time.monotonic() - began
        counts = site.store.calm()
        leases = run.leases
        leases.end()
        problems += uploads.problems + leases.problems
        print(f"{len(uploads.memos)} memos acknowledged and transcribed in {took:.0f} s "
              f"({len(uploads.memos) / took:.1f} a second)")
        print(f"killed: {run.killed['transcriber']} transcribers, {run.killed['server']} servers; "
              f"PostgreSQL restarted: {run.restarted['immediate']} crashes, "
              f"{run.restarted['fast']} regular restarts, at most {run.slowest:.1f} s")
        print("requests to the store: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
        retaken = site.postgres.ask("SELECT coalesce(sum(attempts - 1), 0) FROM speechmemo.jobs")[0][0]
        print(f"uploads retried: {uploads.retries}; jobs restarted: {retaken}")
        late = sorted(leases.taken_over)
        if late:
            print(f"jobs of killed transcribers: {len(late)}, taken over after "
                  f"{late[len(late) // 2]:.0f} s (median), at most {late[-1]:.0f} s; held at most "
                  f"{max(leases.overdue.values(), default=0):.0f} s after the lease while a "
                  f"transcriber was free; {leases.samples} samples")
        began = time.monotonic()
        problems += checking.libraries(site, uploads)
        wrong, stray = checking.sounds(site, uploads)
        problems += wrong + checking.tables(site)
        left = sum(len(names) for names in stray.values())
        problems += checking.recovered(site, stray)
        print(f"audio in the store without a memo, from killed and repeated uploads: {left}, "
              f"before 'recover'")
        print(f"compared in {time.monotonic() - began:.0f} s")
        for machine in site.servers + site.transcribers:
            if machine.process.poll() is not None:
                problems.append(f"{machine.name} exited unexpectedly")
    finally:
        if site:
            site.close()
        if options.keep:
            print(room)
        else:
            shutil.rmtree(room, ignore_errors=True)
    for problem in problems[:50]:
        print(f"PROBLEM {problem}")
    print(f"{len(problems)} problems" if problems else
          "nothing acknowledged is lost or duplicated")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
