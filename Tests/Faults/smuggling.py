#!/usr/bin/env python3
"""Tries request smuggling on 'speechmemo serve' behind nginx, and checks that the server sees no request
that nginx did not forward. Without nginx in between, the server must refuse ambiguous heads.

usage: smuggling.py SPEECHMEMO
"""

import json, os, pathlib, signal, socket, subprocess, sys, tempfile, threading, time
from fault_run import ending

INNER = "GET /api/memos?smuggled=1 HTTP/1.1\r\nHost: localhost\r\nX: "


def payloads():
    """Yields requests with an ambiguous length, and whether the head itself is ambiguous."""
    inner = INNER
    chunk = f"{len(inner):x}\r\n{inner}\r\n0\r\n\r\n"
    heads = [
        ("CL.TE", f"Content-Length: {5 + len(inner)}\r\nTransfer-Encoding: chunked\r\n",
         "0\r\n\r\n" + inner),
        ("TE.CL", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", chunk),
        ("two lengths", f"Content-Length: 0\r\nContent-Length: {len(inner)}\r\n", inner),
        ("two lengths, reversed", f"Content-Length: {len(inner)}\r\nContent-Length: 0\r\n",
         inner),
        ("a list of lengths", f"Content-Length: 0, {len(inner)}\r\n", inner),
        ("a sign", f"Content-Length: +{len(inner)}\r\n", inner),
        ("space before the colon", f"Content-Length : {len(inner)}\r\n", inner),
        ("GET with a body", f"Content-Length: {len(inner)}\r\n", inner),
    ]
    obfuscations = [
        "Transfer-Encoding: xchunked", "Transfer-Encoding : chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "Transfer-Encoding:\tchunked",
        "Transfer-Encoding: \x0bchunked", "X: x\nTransfer-Encoding: chunked",
        "Transfer-Encoding\r\n : chunked", "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: identity, chunked", "transfer-encoding: CHUNKED",
        "Transfer-Encoding: chunked, identity", " Transfer-Encoding: chunked",
    ]
    for line in obfuscations:
        heads.append((f"TE.TE {line!r}", f"Content-Length: 4\r\n{line}\r\n", chunk))
        heads.append((f"CL.TE {line!r}",
                      f"Content-Length: {5 + len(inner)}\r\n{line}\r\n", "0\r\n\r\n" + inner))
    for size in ("0x0", "-0", "00000000000000000", "0;a=b\n", "0 ", "+0", "0\n", "g"):
        heads.append((f"a chunk of {size!r}", "Transfer-Encoding: chunked\r\n",
                      f"{size}\r\n\r\n{inner}"))
    for method in ("GET", "POST", "PATCH", "HEAD"):
        for name, head, body in heads:
            yield (f"{method}, {name}",
                   f"{method} /health HTTP/1.1\r\nHost: localhost\r\n{head}\r\n{body}".encode(),
                   name != "GET with a body" and not name.startswith("a chunk"))
    for end in ("\n\n", "\r\r", "\n\r\n"):
        yield (f"lines that end in {end!r}",
               f"GET /health HTTP/1.1{end[0]}Host: localhost{end}{inner}\r\n\r\n".encode(), False)


def send(port, data):
    with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
        connection.sendall(data)
        # The next request on the connection, which a smuggled one would prefix.
        time.sleep(0.02)
        answer = b""
        try:
            connection.sendall(b"GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            while piece := connection.recv(1 << 16):
                answer += piece
        except OSError:
            pass
        return answer


def main():
    program = os.path.abspath(sys.argv[1])
    problems = []
    with tempfile.TemporaryDirectory(prefix="smuggling-") as folder:
        environment = {**os.environ, "SPEECHMEMO_HOME": f"{folder}/library"}
        server = subprocess.Popen([program, "serve", "--port", "0", "--rate-limit", "0", "--json"],
                                  env=environment, stdout=subprocess.PIPE, text=True)
        port = json.loads(server.stdout.readline())["port"]
        seen = []
        threading.Thread(
            target=lambda: [seen.append(json.loads(line)) for line in server.stdout],
            daemon=True).start()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            front = free.getsockname()[1]
        pathlib.Path(f"{folder}/nginx.conf").write_text(f"""
          daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
          user root; events {{ }}
          http {{
            log_format ours '$request_method $uri $status $upstream_status';
            access_log {folder}/log ours;
            client_body_temp_path {folder}/a; proxy_temp_path {folder}/b;
            fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
            upstream memos {{ server 127.0.0.1:{port}; keepalive 4; }}
            server {{
              listen 127.0.0.1:{front};
              location / {{
                proxy_pass http://memos; proxy_http_version 1.1;
                proxy_set_header Connection ""; proxy_request_buffering off;
              }}
            }}
          }}""")
        nginx = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"],
                                 stderr=subprocess.DEVNULL)
        time.sleep(1)
        count = 0
        log = pathlib.Path(f"{folder}/log")
        for name, data, is_ambiguous in payloads():
            count += 1
            if is_ambiguous:
                answer = send(port, data)
                if not answer.startswith(b"HTTP/1.1 400 ") or answer.count(b"HTTP/1.1 ") != 1:
                    problems.append(f"{name}: sent directly, the server responds {answer[:300]!r}")
            before = len(seen)
            lines = len(log.read_text().splitlines()) if log.exists() else 0
            send(front, data)
            time.sleep(0.05)
            forwarded = [line for line in log.read_text().splitlines()[lines:]
                         if not line.endswith(" -")]
            here = seen[before:]
            if len(here) > len(forwarded):
                problems.append(f"{name}: nginx forwarded {forwarded}, the server saw "
                                f"{[(visit.get('method'), visit.get('path')) for visit in here]}")
            if any(visit.get("path") == "/api/memos" for visit in here) and not any(
                    "/api/memos" in line for line in forwarded):
                problems.append(f"{name}: the inner request was processed")
        nginx.terminate()
        nginx.wait()
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        print(f"{count} payloads, {len(seen)} requests seen by the server")
    sys.exit(ending(problems, "no request was smuggled"))


if __name__ == "__main__":
    main()
