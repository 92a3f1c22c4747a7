"""Measures idle connections and event streams."""
import json
import selectors
import socket
import time


def connect(site, request):
    connection = socket.create_connection(("127.0.0.1", int(site.port)))
    connection.sendall(request.encode())
    return connection


def head(site, path):
    fields = "".join(f"{name}: {value}\r\n" for name, value in site.headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n"


def idle_connections(site, count):
    """Prints the memory of connections that stay open after a request."""
    print("\n## Idle connections\n")
    print("| what | count | memory of each | aim |")
    print("|---|--:|--:|---|")
    before = site.memory()
    connections = [connect(site, head(site, "/health")) for _ in range(count)]
    for connection in connections:
        connection.recv(4096)
    time.sleep(1)
    each = (site.memory() - before) / count
    print(f"| idle after a request | {count} | {each:.1f} KiB | |", flush=True)
    for connection in connections:
        connection.close()
    time.sleep(2)


def event_streams(site, count, changes, pause):
    """Prints the memory and the delays of event streams."""
    before = site.memory()
    selector = selectors.DefaultSelector()
    streams = []
    for _ in range(count):
        stream = connect(site, head(site, "/api/events"))
        streams.append(stream)
        selector.register(stream, selectors.EVENT_READ)
    notified = drain(selector, {}, until=lambda notified: len(notified) == count, wanted=b"event: connected")
    time.sleep(1)
    each = (site.memory() - before) / count
    verdict = "met" if each <= 16 else "MISSED"
    print(f"| event streams | {len(notified)} | {each:.1f} KiB | {verdict} (≤ 16 KiB) |", flush=True)
    memo = site.json("/api/memos?limit=1")["memos"][0]["id"]
    delays = []
    for number in range(changes):
        start = time.perf_counter()
        site.request("PATCH", f"/api/memos/{memo}", {"Content-Type": "application/json"},
                     json.dumps({"title": f"Changed {number}"}))
        notified = drain(selector, {}, until=lambda notified: len(notified) == count, wanted=b"event: memos")
        delays.append(time.perf_counter() - start)
        missing = count - len(notified)
        if missing:
            print(f"change {number}: {missing} streams got no event within 10 s", flush=True)
        time.sleep(max(0, pause - delays[-1]))
    delays.sort()
    print(f"\n{changes} changes, at most one every {pause} s: from the request until the last of "
          f"{count} streams got the event, {delays[len(delays) // 2] * 1000:.0f} ms (median), "
          f"at most {delays[-1] * 1000:.0f} ms; {site.memory() / 1024:.1f} MiB", flush=True)
    for stream in streams:
        stream.close()


def drain(selector, notified, until, wanted):
    """Reads until enough streams got an event, for at most ten seconds."""
    end = time.perf_counter() + 10
    while not until(notified) and time.perf_counter() < end:
        for key, _ in selector.select(timeout=1):
            if wanted in key.fileobj.recv(65_536):
                notified[key.fd] = True
    return notified
