"""Clients that upload memos and change them until they are stopped, whatever happens to the server."""

import json, random, threading, time
from earlier_libraries import OTHER_PARTS, memo_id, others, sound, texts, title
from killed_server import BROKEN

JSON = {"Content-Type": "application/json"}


class Expected:
    """The acknowledged memos, and what they may contain."""

    def __init__(self, count):
        self.lock = threading.Lock()
        self.problems, self.edits = [], 0
        # Memo -> the number and the parts of its audio.
        self.uploads = {}
        # Memo -> the allowed values: several after a change with an unknown outcome.
        self.titles = {memo_id(number): {title(number)} for number in others(count)}
        self.texts = {memo_id(number): {" ".join(texts(number, OTHER_PARTS))} for number in others(count)}

    def report(self, problem):
        if problem not in self.problems:
            self.problems.append(problem)


class Client(threading.Thread):
    def __init__(self, place, expected, seed):
        super().__init__(daemon=True)
        self.place, self.expected = place, expected
        self.chance, self.stopped = random.Random(seed), threading.Event()

    def run(self):
        try:
            while not self.stopped.is_set():
                self.work()
        except Exception as error:
            self.expected.report(f"{type(self).__name__}: {error!r}")

    def ask(self, method, target, headers={}, body=None):
        """Returns the status, the headers, and the body, or None if the connection broke."""
        try:
            return self.place.ask(method, target, headers, body)
        except BROKEN:
            time.sleep(0.05)
            return None


class Uploader(Client):
    """Uploads memos, one after the other, and finishes the last one."""

    def __init__(self, place, expected, seed, numbers):
        super().__init__(place, expected, seed)
        self.numbers = numbers

    def work(self):
        number, parts = next(self.numbers), self.chance.randint(2, 8)
        data, target, memo = sound(number, parts), None, None
        deadline = time.monotonic() + 240
        while memo is None:
            if time.monotonic() > deadline:
                return self.expected.report(f"the upload of memo {number} does not finish")
            if target is None:
                if answer := self.ask("POST", "/api/uploads", {"Upload-Length": str(len(data))}):
                    target = answer[1].get("Location")
                continue
            answer = self.ask("HEAD", target)
            if answer and answer[0] == 404:
                self.expected.report(f"the upload of memo {number} is missing")
                return
            if answer and answer[0] == 200 and not answer[1].get("Upload-Memo"):
                offset = int(answer[1]["Upload-Offset"])
                answer = self.ask("PATCH", target, {
                    "Content-Type": "application/offset+octet-stream", "Upload-Offset": str(offset)},
                    data[offset:])
            memo = answer and answer[1].get("Upload-Memo")
            if answer and not memo:
                time.sleep(0.05)
        with self.expected.lock:
            self.expected.uploads[memo] = (number, parts)
        time.sleep(self.chance.uniform(0, 0.2))


class Editor(Client):
    """Renames memos, and edits the texts of those that the library had at first."""

    number = 0

    def work(self):
        time.sleep(self.chance.uniform(0, 0.1))
        self.number += 1
        with self.expected.lock:
            if self.chance.random() < 0.5:
                memo = self.chance.choice([*self.expected.texts, *self.expected.uploads])
                self.rename(memo, f"Name {self.number}")
            else:
                self.edit(self.chance.choice([*self.expected.texts]), f"Edited {self.number} words")

    def rename(self, memo, name):
        answer = self.ask("PATCH", f"/api/memos/{memo}", JSON, json.dumps({"title": name}))
        # A memo that was never renamed may have any title.
        self.note(self.expected.titles, memo, name, answer, f"renaming {memo}")

    def edit(self, memo, text):
        answer = self.ask("GET", f"/api/memos/{memo}/transcript")
        if not answer or answer[0] != 200:
            return
        segments = [segment["text"] for segment in json.loads(answer[2])["segments"]]
        edited = " ".join([text, *segments[1:]])
        answer = self.ask("PATCH", f"/api/memos/{memo}/transcript", JSON, json.dumps(
            {"segment": 0, "text": text, "was": segments[0]}))
        self.note(self.expected.texts, memo, edited, answer, f"editing {memo}")

    def note(self, values, memo, value, answer, what):
        if answer and answer[0] == 200:
            values[memo] = {value}
            self.expected.edits += 1
        elif answer is None or answer[0] >= 500:
            # Without a known title, every one remains allowed.
            if memo in values:
                values[memo].add(value)
        else:
            self.expected.report(f"{what}: {answer[0]} {answer[2][:200]}")
