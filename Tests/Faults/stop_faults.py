#!/usr/bin/env python3
"""Stops 'speechmemo serve' as systemd does while clients upload slowly: SIGTERM, and SIGKILL if it has not
ended after a while. Checks that no acknowledged byte is missing, that each upload resumes on the next
server, and that each becomes one memo.

usage: stop_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  COUNT  number of uploads, each of which is interrupted once
"""

import base64, hashlib, json, pathlib, signal, socket, subprocess, sys, tempfile
import threading, time
from fault_run import arguments, ending, piece
from killed_server import Server


class Sender(threading.Thread):
    """Appends to an upload in one request that ends only with the server."""

    def __init__(self, server, target, data, offset):
        super().__init__(daemon=True)
        self.data, self.offset, self.sent = data, offset, threading.Event()
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        rest = len(data) - offset
        self.socket.sendall(
            f"PATCH {target} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\nTus-Resumable: 1.0.0\r\n"
            "Content-Type: application/offset+octet-stream\r\n"
            f"Upload-Offset: {offset}\r\nContent-Length: {rest}\r\n\r\n".encode())

    def run(self):
        try:
            # Never the last byte.
            for place in range(self.offset, len(self.data) - 1, 500):
                self.socket.sendall(self.data[place:min(place + 500, len(self.data) - 1)])
                self.sent.set()
                time.sleep(0.02)
            self.socket.recv(1)
        except OSError:
            pass
        self.socket.close()


class Upload:
    def __init__(self, server, name, data):
        self.server, self.name, self.data = server, name, data
        encoded = base64.b64encode(name.encode()).decode()
        _, headers, _ = server.ask("POST", "/api/uploads", {
            "Upload-Length": str(len(data)), "Upload-Metadata": f"filename {encoded}"})
        self.target = headers["Location"]

    def append(self, offset, end):
        return self.server.ask("PATCH", self.target, {
            "Content-Type": "application/offset+octet-stream", "Upload-Offset": str(offset)},
            self.data[offset:end])

    def offset(self):
        status, headers, _ = self.server.ask("HEAD", self.target)
        return int(headers["Upload-Offset"]) if status == 200 else -1


def stop(server, patience):
    """Returns whether the server ended by itself."""
    server.process.send_signal(signal.SIGTERM)
    try:
        server.process.wait(patience)
        return True
    except subprocess.TimeoutExpired:
        server.kill()
        return False


def main():
    program, sources, count, chance = arguments(__doc__)
    problems, killed, kept = [], 0, 0
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        server = Server(program, room / "library")
        server.start()
        checksums = {}
        for number in range(count):
            file = room / f"{number}.wav"
            piece(sources, chance, file)
            data = file.read_bytes()
            upload = Upload(server, file.name, data)
            acknowledged = chance.randrange(len(data) // 2)
            status, _, body = upload.append(0, acknowledged)
            if status != 204:
                problems.append(f"{file.name}: {status} {body}")
                continue
            sender = Sender(server, upload.target, data, acknowledged)
            sender.start()
            sender.sent.wait(10)
            time.sleep(chance.uniform(0, 0.2))
            killed += not stop(server, chance.choice([0.05, 0.3, 1]))
            sender.join(10)
            server.start()
            offset = upload.offset()
            if offset < acknowledged:
                problems.append(f"{file.name}: {acknowledged} bytes acknowledged, {offset} stored")
                continue
            kept += offset - acknowledged
            status, headers, body = upload.append(offset, len(data))
            if status != 204 or "Upload-Memo" not in headers:
                problems.append(f"{file.name}: resumed with {status} {body}")
                continue
            checksums[headers["Upload-Memo"]] = hashlib.sha256(data).hexdigest()
        _, _, body = server.ask("GET", "/api/memos?limit=1000")
        ended = stop(server, 30)
        shown = {memo["id"]: memo["audio"]["sha256"] for memo in json.loads(body)["memos"]}
        if not ended:
            problems.append("an idle server does not end after SIGTERM")
        if shown != checksums:
            problems.append(f"{len(shown)} memos differ from {len(checksums)} uploads")
    print(f"{count} uploads, {killed} servers killed after SIGTERM, {count - killed} ended by "
          f"themselves; {kept} bytes were stored without a response")
    return ending(problems, "every acknowledged byte is stored, and every upload resumed")


if __name__ == "__main__":
    sys.exit(main())
