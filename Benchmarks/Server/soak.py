"""Checks that the server's memory does not grow."""
import itertools
import json
import threading
import time

from site_under_test import tone
from streams import connect, head


def soak(site, seconds):
    """Lists, reads, searches, changes, uploads, opens streams, and breaks connections for some time, and
    prints the memory."""
    memos = [memo["id"] for memo in site.json("/api/memos?limit=200")["memos"]]
    end = time.monotonic() + seconds
    counts = {}

    def work(name, action, pause):
        for number in itertools.count():
            if time.monotonic() >= end:
                return
            action(number)
            counts[name] = counts.get(name, 0) + 1
            time.sleep(pause)

    def change(number):
        site.request("PATCH", f"/api/memos/{memos[number % len(memos)]}",
                     {"Content-Type": "application/json"}, json.dumps({"title": f"N {number}"}))

    def upload(number):
        site.upload(tone(1, 200 + number % 2_000))

    def stream(number):
        streams = [connect(site, head(site, "/api/events")) for _ in range(20)]
        time.sleep(1)
        for one in streams:
            one.close()

    def leave(number):
        # Within a request head, an upload, and a large response.
        connect(site, head(site, "/api/memos?limit=1000")).close()
        connect(site, "POST /api/uploads HTTP/1.1\r\nHost: a\r\nContent-Len").close()
        connect(site, head(site, "/api/memos")[:-6]).close()

    works = [
        ("lists", lambda n: site.get("/api/memos?limit=50"), 0.01),
        ("memos", lambda n: site.get(f"/api/memos/{memos[n % len(memos)]}"), 0.005),
        ("transcripts",
         lambda n: site.get(f"/api/memos/{memos[n % (len(memos) - 1) + 1]}/transcript"), 0.01),
        ("searches", lambda n: site.get("/api/search?q=vivite"), 0.05),
        ("changes", change, 0.1), ("uploads", upload, 1), ("streams", stream, 0.5),
        ("broken connections", leave, 0.1),
    ]
    threads = [threading.Thread(target=work, args=each, daemon=True) for each in works]
    for thread in threads:
        thread.start()
    print("\n## Soak\n\n| after | private memory |\n|--:|--:|", flush=True)
    start = time.monotonic()
    samples = []
    step = max(5, seconds / 15)
    while time.monotonic() < end:
        time.sleep(min(step, max(0.1, end - time.monotonic())))
        samples.append(site.memory() / 1024)
        print(f"| {time.monotonic() - start:.0f} s | {samples[-1]:.1f} MiB |", flush=True)
    for thread in threads:
        thread.join(30)
    print("\n" + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    third = max(1, len(samples) // 3)
    early, late = sum(samples[third:2 * third]) / third, sum(samples[-third:]) / third
    print(f"mean of the second third {early:.1f} MiB, of the last {late:.1f} MiB")
