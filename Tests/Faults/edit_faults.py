#!/usr/bin/env python3
"""Kills 'speechmemo serve' at random moments while clients edit transcripts, change memos, and request
transcriptions. Checks that every acknowledged change is stored, that there are no other changes, and
that every transcription completes.

usage: edit_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  COUNT  how often the server is killed
"""

import copy, json, os, pathlib, random, subprocess, sys, tempfile, threading, time
from fault_run import arguments, ending, piece
from killed_server import BROKEN, Server

JSON = {"Content-Type": "application/json"}


class Client(threading.Thread):
    """Changes one memo until it is stopped."""

    def __init__(self, server, memo, seed, stop):
        super().__init__()
        self.server, self.memo, self.stop = server, memo, stop
        self.chance = random.Random(seed)
        self.problems, self.counts = [], {"acknowledged": 0, "unknown": 0, "conflicts": 0}

    def ask(self, method, target, headers={}, body=None):
        """Returns the response to a request without side effects, retrying when the connection breaks."""
        while True:
            try:
                return self.server.ask(method, target, headers, body)
            except BROKEN:
                time.sleep(0.02)

    def change(self, method, target, headers, body):
        """Returns the status, or None if the connection broke and the outcome is unknown."""
        try:
            status, _, answer = self.server.ask(method, target, {**JSON, **headers}, body)
        except BROKEN:
            self.counts["unknown"] += 1
            return None
        if status not in (200, 204, 409, 412):
            self.problems.append(f"{method} {target}: {status} {answer[:200]}")
        self.counts["conflicts" if status in (409, 412) else "acknowledged"] += 1
        return status

    def run(self):
        try:
            self.work()
        except Exception as error:
            self.problems.append(f"{type(self).__name__}: {error!r}")


class Editor(Client):
    """Edits a transcript that no other client edits."""

    def work(self):
        target = f"/api/memos/{self.memo}/transcript"
        known = json.loads(self.ask("GET", target)[2])
        number = 0
        while not self.stop.is_set():
            number += 1
            place = self.chance.randrange(len(known["segments"]))
            segment = copy.deepcopy(known["segments"][place])
            segment["text"] = f"Edited {number} " + "x" * self.chance.randrange(2_000)
            segment["words"] = []
            wanted = copy.deepcopy(known)
            wanted["segments"][place] = segment
            status = self.change("PATCH", target, {}, json.dumps({
                "transcript": known["id"], "position": place,
                "removed": [known["segments"][place]], "inserted": [segment],
                "editedAtAfter": "2026-01-01T00:00:00Z"}))
            there = json.loads(self.ask("GET", target)[2])
            if status == 200 and there["segments"] != wanted["segments"]:
                self.problems.append(f"edit {number} of {self.memo} was acknowledged but is not stored")
            elif status == 409:
                self.problems.append(f"edit {number} of {self.memo} conflicts with an unknown edit")
            elif there["segments"] not in (known["segments"], wanted["segments"]):
                self.problems.append(f"edit {number} of {self.memo} is stored in part")
            known = there


class Namer(Client):
    """Renames and tags a memo that no other client changes."""

    def work(self):
        target = f"/api/memos/{self.memo}"
        number = 0
        while not self.stop.is_set():
            number += 1
            _, headers, body = self.ask("GET", target)
            before = json.loads(body)
            wanted = {"title": f"Name {number}", "tags": [f"tag {number}"]}
            status = self.change(
                "PATCH", target, {"If-Match": headers["ETag"]}, json.dumps(wanted))
            after = json.loads(self.ask("GET", target)[2])
            here = {key: after[key] for key in wanted}
            old = {key: before[key] for key in wanted}
            if status == 200 and here != wanted:
                self.problems.append(f"name {number} was acknowledged but is not stored")
            elif here not in (old, wanted):
                self.problems.append(f"name {number} is stored in part: {here}")


class Asker(Client):
    def work(self):
        while not self.stop.is_set():
            status, _, _ = self.ask("POST", f"/api/memos/{self.memo}/transcription", JSON, "{}")
            if status not in (202, 409):
                self.problems.append(f"requesting a transcription: {status}")
            deadline = time.monotonic() + 120
            while not self.stop.is_set():
                memo = json.loads(self.ask("GET", f"/api/memos/{self.memo}")[2])
                state = memo["transcription"]["status"]
                if state == "done":
                    self.counts["acknowledged"] += 1
                    break
                if state == "failed" or time.monotonic() > deadline:
                    self.problems.append(f"{self.memo}: {memo['transcription']}")
                    return
                time.sleep(0.05)


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        files = [room / f"{number}.wav" for number in range(9)]
        for file in files:
            piece(sources, chance, file)
        subprocess.run(
            [program, "import", *map(str, files)], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "SPEECHMEMO_HOME": str(room / "library")})
        server = Server(program, room / "library")
        server.start()
        memos = [memo["id"] for memo in json.loads(server.ask("GET", "/api/memos")[2])["memos"]]
        stop = threading.Event()
        kinds = [Editor] * 4 + [Namer] * 3 + [Asker] * 2
        clients = [kind(server, memo, chance.random(), stop) for kind, memo in zip(kinds, memos)]
        for client in clients:
            client.start()
        for _ in range(count):
            # Sometimes long enough for a transcription to complete.
            time.sleep(chance.choice([chance.uniform(0.05, 0.4)] * 9 + [3]))
            server.kill()
            server.start()
        stop.set()
        for client in clients:
            client.join(300)
        # Let the remaining jobs finish.
        deadline = time.monotonic() + 180
        while json.loads(server.ask("GET", "/api/jobs")[2])["jobs"] and time.monotonic() < deadline:
            time.sleep(0.2)
        problems = [problem for client in clients for problem in client.problems]
        for memo in json.loads(server.ask("GET", "/api/memos")[2])["memos"]:
            if memo["transcription"]["status"] != "done":
                problems.append(f"{memo['id']} is {memo['transcription']} at the end")
        server.kill()
        check = subprocess.run(
            [program, "doctor"], capture_output=True, text=True,
            env={**os.environ, "SPEECHMEMO_HOME": str(room / "library")})
        if "\u2718 library" in check.stdout:
            problems.append(check.stdout)
        total = {}
        for client in clients:
            for key, number in client.counts.items():
                name = f"{type(client).__name__.lower()}s {key}"
                total[name] = total.get(name, 0) + number
        print(f"{count} kills; " + ", ".join(f"{name} {n}" for name, n in sorted(total.items())))
        return ending(problems, "every acknowledged change is stored, and none in part")


if __name__ == "__main__":
    sys.exit(main())
