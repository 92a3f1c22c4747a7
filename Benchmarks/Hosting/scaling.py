#!/usr/bin/env python3
"""Measures how many memos a second several transcribers complete with an engine that takes a fixed time at
almost no cost, and the throughput of PostgreSQL on one processor.

usage: scaling.py SPEECHMEMO [--counts 1,2,4,8] [--each N] [--seconds X] [--floor N]
  --each     memos per transcriber
  --seconds  the engine's time per memo
  --floor    memos transcribed by an engine without delay, to measure PostgreSQL; 0 for none

Exits with 1 if eight transcribers are slower than 0.9 times eight times one.
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
    """Creates a site with waiting memos, in one library per transcriber."""
    site = Site(program, room, seconds / PARTS, 1, transcribers, width, max(1, transcribers),
                pinned=pinned)
    site.servers[0].start()
    uploads = Uploads(site, range(1, memos + 1), PARTS, clients=2)
    while not uploads.is_over():
        time.sleep(0.1)
    site.servers[0].close()
    return site


def done(site):
    """Returns the number of completed jobs and the time of the last one."""
    row = site.postgres.ask(
        "SELECT count(*), coalesce(max(updated_at), 0) FROM speechmemo.jobs WHERE state = 'done'")[0]
    return int(row[0]), float(row[1])


def transcribed(site, memos):
    """Returns the seconds from the start of the transcribers to the last completed memo."""
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
    """Returns the memos a second of `count` transcribers, each with the same number of memos."""
    memos = options.each * count

    def work(room, sites):
        sites.append(filled(options.program, room, options.seconds, count, memos))
        return memos / transcribed(sites[0], memos)
    return with_site(work)


def floor(options):
    """Measures PostgreSQL on its own processor, with all clients on another."""
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
        # A claim, an append per segment, and an end, besides the reads.
        print(f"PostgreSQL: {options.floor / seconds:.1f} memos a second of {PARTS} segments each, with an "
              f"engine without delay; its processor was busy for "
              f"{100 * used / seconds:.0f} % of the time: at {1000 * used / options.floor:.2f} "
              f"ms a memo, it supports {options.floor / used:.0f} memos, or "
              f"{options.floor * (PARTS + 2) / used:.0f} claims, appends, and ends, a second")
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
    print(f"{options.each} memos per transcriber, {options.seconds:g} s of engine time each")
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
        print(f"PROBLEM {counts[-1]} transcribers reach {share:.2f} of linear, not {AIM}")
    return share < AIM


if __name__ == "__main__":
    sys.exit(main())
