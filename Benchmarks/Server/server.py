#!/usr/bin/env python3
"""Measures the server's response times, compared with an nginx that serves the same bytes.

usage: server.py FOLDER-OF-THE-PROGRAM [--memos N] [--seconds N] [--library FOLDER]
       server.py FOLDER-OF-THE-PROGRAM soak SECONDS [--library FOLDER]

The folder has `speechmemo`, and `SpeechMemoBenchmarks` to generate a library. `wrk` and nginx are
Debian's. With two or more processors, the servers use the first one and the clients another.
"""
import argparse
import os
import shutil
import tempfile

from load import Load, Nginx
from site_under_test import Site, tone
from streams import idle_connections, event_streams
from soak import soak


def measure(site, nginx, load, seconds):
    """Prints the rates and latencies of the most frequent requests."""
    memo = site.json("/api/memos?title=Long")["memos"][0]["id"]
    other = site.json("/api/memos?limit=2")["memos"][1]["id"]
    rows = [
        ("list of 50 memos", "/api/memos?limit=50", {}, 10_000),
        ("one memo", f"/api/memos/{other}", {}, 10_000),
        ("a range of 1 MB", f"/api/memos/{memo}/audio", {"Range": "bytes=4096-1052671"}, None),
        ("search for a rare word", "/api/search?q=vivite", {}, None),
        ("search for a common word", "/api/search?q=ba", {}, None),
        ("health", "/health", {}, None),
    ]
    print("\n## Requests\n")
    print("| what | bytes | ours a second | p50 | p99 | p99 at half load | nginx a second | p99 | "
          "ours/nginx | aim |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    for name, path, headers, aim in rows:
        body = site.get(path, headers)
        theirs_path, theirs_headers = nginx.serve(name, body, headers)
        ours = load.run(site.url + path, {**site.headers, **headers}, seconds)
        half = load.run(
            site.url + path, {**site.headers, **headers}, seconds, rate=ours.rate / 2)
        theirs = load.run(nginx.url + theirs_path, theirs_headers, seconds)
        if theirs.errors:
            raise SystemExit(f"nginx did not serve {name}")
        slower = theirs.rate / ours.rate if ours.rate else float("inf")
        verdict = ""
        if aim:
            verdict = ("met" if ours.rate >= aim else "MISSED") + f" (≥ {aim} a second)"
            verdict += ", " + ("met" if half.p99 <= 10 else "MISSED") + " (p99 ≤ 10 ms)"
        elif "range" in name:
            verdict = ("met" if slower <= 1.2 else "MISSED") + " (within 1.2 of nginx)"
        errors = f" ({ours.errors} errors!)" if ours.errors else ""
        print(f"| {name}{errors} | {len(body)} | {ours.rate:.0f} | {ours.p50:.2f} ms | "
              f"{ours.p99:.2f} ms | {half.p99:.2f} ms at {half.rate:.0f} | {theirs.rate:.0f} | "
              f"{theirs.p99:.2f} ms | {1 / slower:.2f} | {verdict} |", flush=True)


def uploads(site, room):
    """Prints the time from a short upload's first byte to its memo, sequentially."""
    print("\n## Uploads\n")
    print("| what | ours | writing and syncing the same bytes |")
    print("|---|--:|--:|")
    times, floors = [], []
    for number in range(40):
        sound = tone(10, 300 + number)
        times.append(site.upload(sound))
        floors.append(site.write_and_sync(sound, os.path.join(room, f"floor-{number}")))
    times.sort()
    floors.sort()
    print(f"| a memo of 10 s ({len(sound)} bytes), median of 40 | {times[20] * 1000:.1f} ms | "
          f"{floors[20] * 1000:.1f} ms |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("what", nargs="?", default="all", choices=["all", "soak"])
    parser.add_argument("length", nargs="?", type=int, default=1800)
    parser.add_argument("--memos", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--library")
    arguments = parser.parse_args()
    room = tempfile.mkdtemp(prefix="speechmemo-server-")
    try:
        with Site(arguments.folder, room, arguments.library, arguments.memos) as site:
            print(f"{site.count} memos; {os.cpu_count()} processors; "
                  f"{site.memory() / 1024:.1f} MiB idle", flush=True)
            if arguments.what == "soak":
                soak(site, arguments.length)
                return
            with Nginx(room) as nginx:
                measure(site, nginx, Load(), arguments.seconds)
            uploads(site, room)
            idle_connections(site, 1000)
            event_streams(site, 1000, changes=100, pause=0.1)
    finally:
        shutil.rmtree(room, ignore_errors=True)


if __name__ == "__main__":
    main()
