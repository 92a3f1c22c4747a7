"""A server with a library of many memos."""
import base64
import hashlib
import http.client
import json
import math
import os
import shutil
import struct
import subprocess
import time


def tone(seconds, frequency, rate=16_000):
    """Returns a WAV file, different for each frequency."""
    frames = bytearray()
    for index in range(int(seconds * rate)):
        frames += struct.pack("<h", int(8000 * math.sin(2 * math.pi * frequency * index / rate)))
    return (b"RIFF" + struct.pack("<I", 36 + len(frames)) + b"WAVEfmt " +
            struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16) +
            b"data" + struct.pack("<I", len(frames)) + bytes(frames))


class Site:
    def __init__(self, folder, room, library, count):
        self.program = os.path.join(folder, "speechmemo")
        self.room = room
        self.home = os.path.join(room, "library")
        self.environment = {**os.environ, "SPEECHMEMO_HOME": self.home}
        if library:
            shutil.copytree(library, self.home)
        else:
            os.makedirs(self.home)
            subprocess.run([os.path.join(folder, "SpeechMemoBenchmarks"), "generate", str(count),
                            self.home], check=True)
        sound = os.path.join(room, "Long.wav")
        with open(sound, "wb") as file:
            file.write(tone(60, 220))
        self.run("import", "--no-wait", "--title", "Long", sound)
        self.count = count

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def __enter__(self):
        token = self.run("tokens", "add", "benchmark", "--scope", "read,write,transcribe").strip()
        self.headers = {"Authorization": f"Bearer {token}"}
        with open(os.path.join(self.room, "log"), "w") as log:
            self.process = subprocess.Popen(
                pinned(0) + [self.program, "serve", "--port", "0", "--rate-limit", "0", "--json"],
                env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True)
        self.port = json.loads(self.process.stdout.readline())["address"].rsplit(":", 1)[1].strip("/")
        self.url = f"http://127.0.0.1:{self.port}"
        # Read the log, as in normal operation.
        self.reader = subprocess.Popen(["cat"], stdin=self.process.stdout,
                                       stdout=subprocess.DEVNULL)
        # Brings the tables into memory.
        self.get("/api/memos?limit=50")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.reader.wait()

    def memory(self):
        """Returns the private memory in KiB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            lines = dict(line.split(":", 1) for line in list(file)[1:])
        return sum(int(lines[name].split()[0]) for name in ("Private_Dirty", "Private_Clean"))

    def request(self, method, path, headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port))
        connection.request(method, path, body, {**self.headers, **(headers or {})})
        response = connection.getresponse()
        data = response.read()
        connection.close()
        if response.status >= 400:
            raise SystemExit(f"{method} {path}: {response.status} {data[:200]}")
        return data

    def get(self, path, headers=None):
        return self.request("GET", path, headers)

    def json(self, path):
        return json.loads(self.get(path))

    def upload(self, sound):
        """Uploads audio and returns the seconds until its memo exists."""
        digest = base64.b64encode(hashlib.sha256(sound).hexdigest().encode()).decode()
        start = time.perf_counter()
        self.request("POST", "/api/uploads", {
            "Tus-Resumable": "1.0.0", "Upload-Length": str(len(sound)),
            "Upload-Metadata": f"sha256 {digest},transcript ZmFsc2U=",
            "Content-Type": "application/offset+octet-stream"}, sound)
        return time.perf_counter() - start

    @staticmethod
    def write_and_sync(sound, path):
        start = time.perf_counter()
        with open(path, "wb") as file:
            file.write(sound)
            os.fsync(file.fileno())
        return time.perf_counter() - start


def pinned(processor):
    """Returns the command that pins a program to one processor, if there are several."""
    if (os.cpu_count() or 1) < 2:
        return []
    return ["taskset", "-c", str(processor)]
