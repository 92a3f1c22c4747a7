#!/usr/bin/env python3
"""Kills 'speechmemo serve' at random moments while clients upload audio. Checks that every acknowledged
byte is stored and that every resumed upload completes.

usage: upload_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  COUNT  number of uploads; the server is killed about once per upload
"""

import base64, hashlib, json, pathlib, sys, tempfile, threading, time
from fault_run import arguments, ending, piece
from killed_server import BROKEN, Server


class Client(threading.Thread):
    """Uploads one file, and resumes after each broken connection."""

    def __init__(self, server, name, data, chance):
        super().__init__()
        self.server, self.file_name, self.data, self.chance = server, name, data, chance
        self.memo, self.problems, self.breaks = None, [], 0

    def run(self):
        target, acknowledged = None, 0
        deadline = time.monotonic() + 240
        while self.memo is None:
            if time.monotonic() > deadline:
                self.problems.append(f"{self.file_name} did not complete")
                return
            try:
                if target is None:
                    name = base64.b64encode(self.file_name.encode()).decode()
                    status, headers, body = self.server.ask("POST", "/api/uploads", {
                        "Upload-Length": str(len(self.data)), "Upload-Metadata": "filename " + name})
                    if status != 201:
                        self.problems.append(f"{status} {body}")
                        return
                    target = headers["Location"]
                status, headers, body = self.server.ask("HEAD", target)
                if status != 200:
                    self.problems.append(f"the upload of {self.file_name} is missing: {status}")
                    return
                offset = int(headers["Upload-Offset"])
                if offset < acknowledged:
                    self.problems.append(
                        f"{self.file_name}: {acknowledged} bytes acknowledged, {offset} stored")
                    return
                acknowledged = offset
                self.memo = headers.get("Upload-Memo")
                while self.memo is None:
                    end = offset + self.chance.randrange(1, 6_000)
                    status, headers, body = self.server.ask("PATCH", target, {
                        "Content-Type": "application/offset+octet-stream",
                        "Upload-Offset": str(offset)}, self.data[offset:end])
                    if status in (409, 423):
                        break
                    if status != 204:
                        self.problems.append(f"{status} {body}")
                        return
                    offset = acknowledged = int(headers["Upload-Offset"])
                    time.sleep(0.01)
                    self.memo = headers.get("Upload-Memo")
            except BROKEN:
                self.breaks += 1
                time.sleep(0.02)


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        server = Server(program, room / "library")
        server.start()
        problems, kills, breaks, clients = [], 0, 0, []
        waiting = list(range(count))
        running = []
        while waiting or running:
            running = [client for client in running if client.is_alive()]
            while waiting and len(running) < 6:
                number = waiting.pop()
                file = room / f"{number}.wav"
                piece(sources, chance, file)
                client = Client(server, file.name, file.read_bytes(), chance)
                client.start()
                clients.append(client)
                running.append(client)
            time.sleep(chance.uniform(0.02, 0.25))
            if kills < count:
                server.kill()
                kills += 1
                server.start()
        for client in clients:
            problems += client.problems
            breaks += client.breaks
        answer = server.ask("GET", "/api/memos?limit=1000")
        server.kill()
        memos = {memo["id"].lower(): memo for memo in json.loads(answer[2])["memos"]}
        for client in clients:
            if client.memo is None:
                continue
            memo = memos.get(client.memo)
            if memo is None:
                problems.append(f"the memo of {client.file_name} is missing")
                continue
            stored = room / "library" / "audio" / memo["audio"]["fileName"]
            if hashlib.sha256(stored.read_bytes()).digest() != hashlib.sha256(client.data).digest():
                problems.append(f"the audio of {client.file_name} differs from the upload")
        if len(memos) != len({client.memo for client in clients}):
            problems.append(f"{len(memos)} memos from {count} uploads")
        # Empty uploads were created right before a kill; their clients never got a response.
        left = [path.name for path in (room / "library" / "uploads").glob("*.part")
                if path.stat().st_size]
        if left:
            problems.append(f"left behind: {left}")
        print(f"{kills} kills, {count} uploads, {breaks} broken connections, {len(memos)} memos")
        return ending(problems, "every acknowledged byte is stored, and every upload completed")


if __name__ == "__main__":
    sys.exit(main())
