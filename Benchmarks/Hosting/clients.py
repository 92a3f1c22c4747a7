"""Clients that upload audio to any available server until it is acknowledged."""
import base64
import hashlib
import http.client
import queue
import threading
import time

from sounds import sound

BROKEN = (OSError, http.client.HTTPException)


def text(value):
    return base64.b64encode(value.encode()).decode()


class Connections:
    def __init__(self, site):
        self.site, self.kept = site, {}

    def ask(self, server, library, method, path, headers=None, body=None):
        kept = self.kept.get(server.port)
        if kept is None:
            kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            self.kept[server.port] = kept
        try:
            kept.request(method, path, body, {
                "Authorization": f"Bearer {self.site.tokens[library]}", **(headers or {})})
            answer = kept.getresponse()
            return answer.status, answer.headers, answer.read()
        except BROKEN:
            kept.close()
            raise


class Uploads:
    """Uploads audio from several concurrent clients, distributed over the libraries. `memos` has the IDs
    and checksums of acknowledged uploads by their number."""

    def __init__(self, site, numbers, parts, clients=6):
        self.site, self.parts = site, parts
        self.memos, self.retries, self.problems = {}, 0, []
        self.lock = threading.Lock()
        self.waiting = queue.SimpleQueue()
        for number in numbers:
            self.waiting.put(number)
        self.threads = [threading.Thread(target=self.work, args=(index,), daemon=True)
                        for index in range(clients)]
        for thread in self.threads:
            thread.start()

    def library(self, number):
        return f"library-{number % len(self.site.tokens)}"

    def work(self, turn):
        connections = Connections(self.site)
        while True:
            try:
                number = self.waiting.get_nowait()
            except queue.Empty:
                return
            data = sound(number, self.parts)
            sha256 = hashlib.sha256(data).hexdigest()
            while (memo := self.upload(connections, turn, number, data, sha256)) is None:
                with self.lock:
                    self.retries += 1
                turn += 1
                time.sleep(0.2)
            turn += 1
            with self.lock:
                self.memos[number] = (memo, sha256)

    def upload(self, connections, turn, number, data, sha256):
        """Returns the memo's ID once acknowledged, or None to try another server."""
        server = self.site.servers[turn % len(self.site.servers)]
        library = self.library(number)
        try:
            status, headers, body = connections.ask(server, library, "POST", "/api/uploads", {
                "Tus-Resumable": "1.0.0", "Upload-Length": str(len(data)),
                "Upload-Metadata": f"filename {text(f'{number}.wav')},sha256 {text(sha256)}",
                "Content-Type": "application/offset+octet-stream"}, data)
            # Complete, but not a memo yet: send the last byte again.
            tries = 0
            while status in (200, 201, 423, 503) and "Upload-Memo" not in headers and tries < 5:
                if tries == 0:
                    target = headers.get("Location")
                if not target:
                    return None
                tries += 1
                time.sleep(0.2)
                status, headers, body = connections.ask(
                    server, library, "HEAD", target, {"Tus-Resumable": "1.0.0"})
                if status == 200 and "Upload-Memo" not in headers:
                    offset = int(headers["Upload-Offset"])
                    status, headers, body = connections.ask(server, library, "PATCH", target, {
                        "Tus-Resumable": "1.0.0", "Upload-Offset": str(offset),
                        "Content-Type": "application/offset+octet-stream"}, data[offset:])
        except BROKEN:
            return None
        if status >= 400 and status < 500 and status not in (404, 409, 423):
            self.problems.append(f"upload {number}: {status} {body[:200]}")
        return headers.get("Upload-Memo") if status in (200, 201, 204) else None

    def is_over(self):
        return not any(thread.is_alive() for thread in self.threads)
