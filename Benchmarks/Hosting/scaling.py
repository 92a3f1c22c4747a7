#!/usr/bin/env python3
"""Measures how many memos a second transcribers make together, with an engine that takes a fixed time
and costs next to nothing; and the floor: what one PostgreSQL on one processor carries.

usage: scaling.py SPEECHMEMO [--counts 1,2,4,8] [--each N] [--seconds X] [--floor N]
  --each     how many memos there are for each transcriber
  --seconds  what the engine takes for a memo
  --floor    how many memos are made with an engine that answers at once; 0 for none

The exit status is 1, and a line says so, where eight of them are slower than 0.9 of eight times one.
`--counts 1,4 --each 4 --seconds 2 --floor 100` takes half a minute.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

from clients import Uploads
from machines import Site

AIM = 0.9
PARTS = 4


def filled(program, room, seconds, transcribers, memos, width=1, pinned=None):
    """A site where so many memos wait, in as many libraries as transcribers."""
    site = Site(program, room, seconds / PARTS, 1, transcribers, width, max(1, transcribers),
                pinned=pinned)
    site.servers[0].start()
    uploads = Uploads(site, range(1, memos + 1), PARTS, clients=2)
    while not uploads.is_over():
        time.sleep(0.1)
    site.servers[0].close()
    return site


def done(site):
    """How many jobs are done, and when the last of them was."""
    row = site.postgres.ask(
        "SELECT count(*), coalesce(max(updated_at), 0) FROM speechmemo.jobs WHERE state = 'done'")[0]
    return int(row[0]), float(row[1])


def transcribed(site, memos):
    """Seconds from the start of the transcribers until the last memo is done."""
    began = time.time()
    for machine in site.transcribers:
        machine.start()
    while (state := done(site))[0] < memos:
        time.sleep(0.25)
    return state[1] - began


def with_site(work):
    room = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-hosting-"))
    sites = []
    try:
        return work(room, sites)
    finally:
        for site in sites:
            site.close()
        shutil.rmtree(room, ignore_errors=True)


def rate(options, count):
    """Memos a second by so many transcribers, each with as much to do."""
    memos = options.each * count

    def work(room, sites):
        sites.append(filled(options.program, room, options.seconds, count, memos))
        return memos / transcribed(sites[0], memos)
    return with_site(work)


def floor(options):
    """PostgreSQL has a processor of its own, and all that asks it another."""
    processors = sorted(os.sched_getaffinity(0))
    others = set(processors[1:]) or set(processors)

    def work(room, sites):
        os.sched_setaffinity(0, others)
        sites.append(filled(options.program, room, 0, 4, options.floor, width=4,
                            pinned=processors[0]))
        site = sites[0]
        before = site.postgres.seconds_of_processor()
        seconds = transcribed(site, options.floor)
        used = site.postgres.seconds_of_processor() - before
        # A claim, an append for each segment, and an end, besides what is read.
        print(f"floor: {options.floor / seconds:.1f} memos a second, each {PARTS} segments kept one "
              f"by one, by an engine that answers at once; PostgreSQL was busy for "
              f"{100 * used / seconds:.0f} % of its one processor: {1000 * used / options.floor:.2f} "
              f"ms a memo, so that one carries {options.floor / used:.0f} memos, or "
              f"{options.floor * (PARTS + 2) / used:.0f} claims, appends and ends, a second")
    with_site(work)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--counts", default="1,2,4,8")
    parser.add_argument("--each", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--floor", type=int, default=1_000)
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    print(f"{options.each} memos for each, {options.seconds:g} s of the engine's for one")
    print("| transcribers | memos a second | of linear |")
    print("|--:|--:|--:|", flush=True)
    first = None
    for count in counts:
        found = rate(options, count)
        first = first or found / count
        share = found / count / first
        print(f"| {count} | {found:.3f} | {share:.3f} |", flush=True)
    if options.floor:
        floor(options)
    if share < AIM:
        print(f"PROBLEM {counts[-1]} make {share:.2f} of {counts[-1]} times one, not {AIM}")
    return share < AIM


if __name__ == "__main__":
    sys.exit(main())
