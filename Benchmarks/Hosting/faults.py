#!/usr/bin/env python3
"""Kills servers and transcribers of many libraries at random moments, restarts PostgreSQL and has the
store of sound fail and stall, while clients upload: and checks that each memo that was acknowledged is
there, with its sound, transcribed once, every segment once and in order, and that no job was held by
the dead for longer than its lease says.

usage: faults.py SPEECHMEMO [--memos N] [--libraries N] [--kills N] [--restarts N] [--seed N]
                 [--servers N] [--transcribers N] [--parts N] [--seconds X] [--store-faults PERCENT]
  SPEECHMEMO  the program to try
  --parts     segments of a memo, each with a checkpoint
  --seconds   what the engine takes for one

Each process is as on a machine of its own: with its own folders, and, where Debian's 'faketime' is
installed, some with a clock that is a minute fast or slow. What is wrong is a line that begins with
PROBLEM, and the exit status is 1 then. `--memos 60 --libraries 6 --kills 10 --restarts 1` takes a
minute or two.
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
    parser.add_argument("--keep", action="store_true", help="leave the folder where it is")
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
        # Spread over the work, whatever it takes: how much of it is done when each comes.
        moments = [(self.chance.random(), self.kill) for _ in range(options.kills)]
        moments += [(self.chance.random(), self.restart) for _ in range(options.restarts)]
        for share, disturb in sorted(moments, key=lambda moment: moment[0]):
            while self.leases.done < share * options.memos * 0.97:
                time.sleep(0.02)
            time.sleep(self.chance.uniform(0, 0.4))
            disturb()
        # A minute and a half in which no job comes to its end is longer than any lease.
        last, moved = -1, time.monotonic()
        while not uploads.is_over() or self.leases.done < options.memos:
            time.sleep(0.2)
            if self.leases.done != last:
                last, moved = self.leases.done, time.monotonic()
            elif time.monotonic() - moved > 90:
                self.leases.problems.append("nothing more is transcribed")
                break
        return uploads

    def kill(self):
        machine = self.chance.choice(self.site.servers + self.site.transcribers)
        if machine.process.poll() is not None:
            self.leases.problems.append(f"{machine.name} had ended by itself")
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
                    clocks=(0, 60, -60))
        print(f"{options.libraries} libraries made in {time.monotonic() - began:.0f} s; clocks are "
              f"{'off by a minute on two of three machines' if CLOCKS else 'right: no faketime'}",
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
              f"PostgreSQL restarted: {run.restarted['immediate']} times as in a crash, "
              f"{run.restarted['fast']} times in order, {run.slowest:.1f} s at most")
        print("the store: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
        retaken = site.postgres.ask("SELECT coalesce(sum(attempts - 1), 0) FROM speechmemo.jobs")[0][0]
        print(f"uploads tried again: {uploads.retries}; jobs begun again: {retaken}")
        late = sorted(leases.taken_over)
        if late:
            print(f"jobs of the dead: {len(late)}, taken over after {late[len(late) // 2]:.0f} s "
                  f"(median), {late[-1]:.0f} s at most; held beyond their lease while somebody was "
                  f"free: {max(leases.overdue.values(), default=0):.0f} s at most; "
                  f"{leases.samples} looks")
        began = time.monotonic()
        problems += checking.libraries(site, uploads)
        wrong, stray = checking.sounds(site, uploads)
        problems += wrong + checking.tables(site)
        left = sum(len(names) for names in stray.values())
        problems += checking.recovered(site, stray)
        print(f"sounds in the store that no memo has, of uploads that were killed and made again: "
              f"{left}, until 'recover' was run")
        print(f"compared in {time.monotonic() - began:.0f} s")
        for machine in site.servers + site.transcribers:
            if machine.process.poll() is not None:
                problems.append(f"{machine.name} has ended by itself")
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
          "nothing acknowledged is lost, and nothing is there twice")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
