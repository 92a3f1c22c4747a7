#!/usr/bin/env python3
"""Sends mutated requests to 'speechmemo serve' over raw sockets. Checks that the server responds or closes
the connection, that no response is malformed or a server error, that none follows one that announces
the end of the connection, and that the server keeps running without leaking memory.

usage: raw_requests.py SPEECHMEMO [COUNT] [SEED]
"""

import json, os, pathlib, random, re, signal, socket, subprocess, sys, tempfile, threading, time
import urllib.request
from fault_run import ending

THREADS = 48
# The server waits a minute for the rest of a request; this script does not.
PATIENCE = 1
# A response after one that announces the end of the connection.
AFTER_LAST = re.compile(rb"\nConnection: close\r\n.*\nHTTP/1\.[01] \d{3} ", re.S)
WORDS = [
    b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b",", b";", b"%", b"%00", b"%2e%2e/", b"../",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length: 0x10\r\n", b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: identity, chunked\r\n", b"Transfer-Encoding: chunked, chunked\r\n",
    b"5\r\nhello\r\n", b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"-1\r\n", b"5;a=b\r\n",
    b"5;" + b"x" * 20_000 + b"\r\n", b"Content-Length: 10, 10\r\n", b"Content-Length : 5\r\n",
    b"\r\n folded", b"Transfer-Encoding: gzip, chunked\r\n",
    b"Expect: 100-continue\r\n", b"Upgrade: websocket\r\nConnection: Upgrade\r\n",
    b"Range: bytes=0-0,1-1\r\n", b"Range: bytes=-99999999999999999999\r\n", b"If-Match: *\r\n",
    b"Host: \r\n", b"Host: a\r\nHost: b\r\n", b"Origin: null\r\n", b"X: " + b"x" * 20_000 + b"\r\n",
    b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"\xff\xfe", "é漢".encode(), b"{", b"}", b"[", b"\"",
    b"\\u0000", b"1e999", b"null", b"a" * 70_000, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
]


def requests(token, memo):
    """Returns valid requests to mutate."""
    def request(method, path, headers="", body=b""):
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                f"{headers}{length}\r\n").encode() + body
    form = (b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\nRIFF"
            b"\r\n--x\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nany\r\n--x--\r\n")
    chunked = request("POST", f"/api/memos/{memo}/transcription",
                      "Transfer-Encoding: chunked\r\n") + b"2\r\n{}\r\n0\r\n\r\n"
    return [
        request("GET", "/api/memos?limit=2&tag=a"), request("GET", f"/api/memos/{memo}"),
        request("PATCH", f"/api/memos/{memo}", "If-Match: \"x\"\r\n", b"{\"title\":\"New\"}"),
        request("GET", f"/api/memos/{memo}/audio", "Range: bytes=10-20\r\n"),
        request("GET", f"/api/memos/{memo}/transcript?format=srt"),
        request("POST", "/api/memos/trash", "", b"{\"ids\":[]}"), chunked,
        request("GET", "/api/search?q=%22a%20b%22&limit=1"), request("GET", "/api/jobs"),
        request("POST", "/api/uploads", "Tus-Resumable: 1.0.0\r\nUpload-Length: 4\r\n"
                "Content-Type: application/offset+octet-stream\r\n", b"RIFF"),
        request("PATCH", f"/api/uploads/{memo}", "Upload-Offset: 0\r\n", b"RIFF"),
        request("POST", "/v1/audio/transcriptions",
                "Content-Type: multipart/form-data; boundary=x\r\n", form),
        request("POST", "/mcp", "Content-Type: application/json\r\n",
                b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"),
        request("GET", "/health") + request("GET", "/ready"), request("HEAD", "/api/memos"),
        request("OPTIONS", "/v1/models", "Origin: app://obsidian.md\r\n"),
    ]


def mutated(bytes_, chance):
    data = bytearray(bytes_)
    for _ in range(chance.choice([0, 1, 1, 2, 3, 8])):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(6):
            case 0: data[place:place] = chance.choice(WORDS)
            case 1: data[place:place + chance.randrange(1, 9)] = b""
            case 2: data[place:place + 1] = bytes([chance.randrange(256)])
            case 3: data[place:place] = data[max(0, place - chance.randrange(1, 60)):place]
            case 4: del data[place:]
            case 5:
                lines = bytes(data).split(b"\r\n")
                chance.shuffle(lines)
                data = bytearray(b"\r\n".join(lines))
    return bytes(data)


def exchange(port, data, pieces):
    """Returns the response until the connection closes, or None after a timeout without one."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.settimeout(PATIENCE)
        try:
            for start in range(0, len(data), pieces):
                connection.sendall(data[start:start + pieces])
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server closed the connection.
        answer = b""
        try:
            while piece := connection.recv(1 << 16):
                answer += piece
        except ConnectionResetError:
            pass
        except socket.timeout:
            return answer or None
        return answer


def connections(port):
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    ends = [line.split()[1:4] for line in lines]
    # Without listening sockets and those in TIME_WAIT.
    return sum(local.endswith(f":{port:04X}") and state not in ("0A", "06")
               for local, _, state in ends)


def memory(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    problems, statuses, sizes = [], {}, []
    with tempfile.TemporaryDirectory(prefix="raw-requests-") as folder:
        environment = {**os.environ, "SPEECHMEMO_HOME": folder}
        token = subprocess.run(
            [program, "tokens", "add", "raw", "--scope", "read,write,transcribe"],
            env=environment, check=True, capture_output=True, text=True).stdout.strip()
        with open(f"{folder}/errors", "w") as errors:
            server = subprocess.Popen(
                [program, "serve", "--port", "0", "--rate-limit", "0", "--json"], env=environment,
                stdout=subprocess.PIPE, stderr=errors, text=True)
        port = json.loads(server.stdout.readline())["port"]
        threading.Thread(
            target=lambda: [None for _ in server.stdout], daemon=True).start()
        memo = "00000000-0000-0000-0000-000000000001"
        samples = requests(token, memo)
        lock = threading.Lock()

        def work(number):
            chance = random.Random(seed * 1_000 + number)
            for turn in range(number, count, THREADS):
                data = mutated(chance.choice(samples), chance)
                try:
                    answer = exchange(port, data, chance.choice([1 << 20, 1 << 20, 7, 100]))
                except OSError as error:
                    if server.poll() is not None:
                        return
                    problems.append(f"{error} at {data[:300]!r}")
                    continue
                status = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer or b"")
                with lock:
                    if status:
                        key = int(status.group(1))
                    else:
                        key = {None: "timed out", b"": "closed"}.get(answer, "malformed")
                    if AFTER_LAST.search(answer or b""):
                        key = "malformed"
                    statuses[key] = statuses.get(key, 0) + 1
                    if turn in (count // 4, count // 2, count - 1):
                        sizes.append((turn, memory(server.pid)))
                if key == "malformed" or isinstance(key, int) and key in (500, 502, 504):
                    problems.append(f"{answer[:200]!r} to {data[:300]!r}")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if server.poll() is not None:
            problems.append(f"the server exited with {server.returncode}")
        else:
            try:
                address = f"http://127.0.0.1:{port}/health"
                urllib.request.urlopen(address, timeout=30).read()
            except OSError as error:
                problems.append(f"the server is not healthy at the end: {error}")
            # The server times out incomplete requests, too.
            deadline = time.monotonic() + 90
            while connections(port) and time.monotonic() < deadline:
                time.sleep(1)
            if connections(port):
                problems.append(f"{connections(port)} connections are still open")
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                problems.append("the server does not stop on SIGTERM")
                server.kill()
        report = pathlib.Path(f"{folder}/errors").read_text(errors="replace")
        if "ERROR: AddressSanitizer" in report:
            problems.append(report[report.index("ERROR: AddressSanitizer"):][:4_000])
        # The sanitizer can't read some of Swift's references and reports a few objects that live as
        # long as the process. Leaks grow with the number of requests.
        for size, number in re.findall(r"leak of (\d+) byte\(s\) in (\d+) object\(s\)", report):
            if int(number) > 50:
                problems.append(f"leaked {number} objects of {size} bytes in total")
    summary = ", ".join(f"{number} {key}" for key, number in sorted(statuses.items(), key=str))
    print(f"{count} requests: {summary}")
    print("memory: " + ", ".join(f"{size:.0f} MiB after {turn}" for turn, size in sorted(sizes)))
    sys.exit(ending(problems, "every request got a response or a closed connection"))


if __name__ == "__main__":
    main()
