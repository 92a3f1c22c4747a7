#!/usr/bin/env python3
"""A proxy that injects faults into requests to an S3 service.

usage: store_faults.py SERVICE SEED [SHARE]
  SERVICE  such as http://127.0.0.1:9000
  SHARE    percentage of requests with a fault (12)

Prints its address on the first line. The faults: 500 without processing the request, 500 after
processing it, a pause of some seconds, and a truncated response. The line 'calm' on standard input
stops the faults and prints their counts as JSON. Exits at the end of standard input.
"""
import asyncio
import json
import random
import sys
from urllib.parse import urlsplit

FAILURE = (b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>InternalError</Code>"
           b"<Message>We encountered an internal error. Please try again.</Message></Error>")
KINDS = ["refused", "done but reported as failed", "stalled", "broken off"]


class Broken(Exception):
    pass


async def head(reader):
    """Returns the lines of a request head, and its headers."""
    data = await reader.readuntil(b"\r\n\r\n")
    lines = data[:-4].split(b"\r\n")
    values = {}
    for line in lines[1:]:
        name, _, value = line.partition(b":")
        values[name.strip().lower()] = value.strip()
    return lines, values


async def body(reader, values, has_none):
    """Returns the raw bytes of a body, including chunk sizes."""
    if has_none:
        return b""
    if b"chunked" not in values.get(b"transfer-encoding", b"").lower():
        return await reader.readexactly(int(values.get(b"content-length", b"0")))
    whole = bytearray()
    while True:
        line = await reader.readuntil(b"\r\n")
        size = int(line.split(b";")[0], 16)
        whole += line + await reader.readexactly(size + 2)
        if size == 0:
            return bytes(whole)


class Proxy:
    def __init__(self, service, seed, share):
        place = urlsplit(service)
        self.place = (place.hostname, place.port)
        self.chance = random.Random(seed)
        self.share = share
        self.counts = {"requests": 0, **dict.fromkeys(KINDS, 0)}

    def fault(self):
        self.counts["requests"] += 1
        if self.chance.random() * 100 >= self.share:
            return None
        kind = self.chance.choice(KINDS)
        self.counts[kind] += 1
        return kind

    async def serve(self, reader, writer):
        service = None
        try:
            while True:
                lines, values = await head(reader)
                if values.get(b"expect", b"").lower() == b"100-continue":
                    writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                    lines = [line for line in lines if not line.lower().startswith(b"expect:")]
                data = await body(reader, values, False)
                kind = self.fault()
                if kind == "stalled":
                    await asyncio.sleep(self.chance.uniform(1, 6))
                if kind != "refused":
                    if service is None:
                        service = await asyncio.open_connection(*self.place, limit=1 << 20)
                    service[1].write(b"\r\n".join(lines) + b"\r\n\r\n" + data)
                    answer, said = await head(service[0])
                    status = int(answer[0].split(b" ")[1])
                    content = await body(
                        service[0], said, lines[0].startswith(b"HEAD") or status in (204, 304))
                if kind in ("refused", "done but reported as failed"):
                    writer.write(b"HTTP/1.1 500 Internal Server Error\r\n"
                                 b"Content-Type: application/xml\r\nContent-Length: %d\r\n\r\n"
                                 % len(FAILURE)
                                 + (b"" if lines[0].startswith(b"HEAD") else FAILURE))
                else:
                    whole = b"\r\n".join(answer) + b"\r\n\r\n" + content
                    if kind == "broken off":
                        whole = whole[:self.chance.randrange(len(whole))]
                    writer.write(whole)
                    if kind == "broken off":
                        raise Broken()
                await writer.drain()
        except (Broken, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            for one in [writer] + ([service[1]] if service else []):
                one.close()


async def main():
    proxy = Proxy(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 12)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, limit=1 << 20)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    loop = asyncio.get_running_loop()
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        if line == b"calm\n":
            proxy.share = 0
            print(json.dumps(proxy.counts), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
