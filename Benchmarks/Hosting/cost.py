#!/usr/bin/env python3
"""Measures the cost of many libraries in PostgreSQL and S3 with the real speech engine: the throughput
and resources of a transcriber, and the load on the server and the database.

usage: cost.py SPEECHMEMO CORPUS [--minutes N] [--length SECONDS]

Starts PostgreSQL, an S3 store, a server, and transcribers on this machine, creates memos from the speech
in CORPUS, a folder of 16 kHz WAV files, and prints tables. Elapsed times require an otherwise idle
machine; processor times depend less on it.
"""
import argparse
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
import wave

from processes import Costs, Peaks, family, memory

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Site:
    def __init__(self, program, room):
        self.program = program
        self.room = room
        self.children = []
        try:
            self._start_all()
        except BaseException:
            self.__exit__()
            raise

    def _start_all(self):
        room = self.room
        # PostgreSQL runs as another user if this is root.
        os.chmod(room, 0o755)
        self.database = self._start([f"{ROOT}/Scripts/postgres", f"{room}/db"])
        self.admin = self._line(self.database, "postgres://")
        with open(f"{room}/db/data/postmaster.pid", encoding="utf-8") as file:
            self.postmaster = int(file.readline())
        self.store = self._start(
            [f"{ROOT}/Scripts/serve-s3", f"{room}/s3"], SPEECHMEMO_S3_PORT="0")
        told = {}
        while len(told) < 3:
            if match := re.search(r"export (\w+)=(\S+)", self._line(self.store, "")):
                told[match[1]] = match[2]
        self.sql("CREATE ROLE speechmemo_owner LOGIN")
        self.sql("CREATE ROLE speechmemo LOGIN")
        self.sql("CREATE DATABASE memos OWNER speechmemo_owner")
        place = self.admin.replace("/postgres?", "/memos?")
        self.environment = {
            **told, "SPEECHMEMO_AUDIO": "s3://memos",
            "SPEECHMEMO_DATABASE": place.replace("user=postgres", "user=speechmemo"),
            "SPEECHMEMO_HOME": f"{room}/home"}
        self.run("libraries", "prepare", SPEECHMEMO_DATABASE=place.replace(
            "user=postgres", "user=speechmemo_owner"))
        self.run("libraries", "add", "anna")
        self.token = self.run("tokens", "add", "bench", "--scope", "read,write,transcribe",
                              SPEECHMEMO_LIBRARY="anna").strip()
        self.server = self._start([self.program, "serve", "--port", "0", "--json"], **self.environment)
        self.url = "http://127.0.0.1:%d" % json.loads(self._line(self.server, "listening"))["port"]
        self.client = {"SPEECHMEMO_SERVER": self.url, "SPEECHMEMO_TOKEN": self.token,
                       "SPEECHMEMO_HOME": f"{room}/client"}
        # Until the engine for live text is ready.
        time.sleep(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            # The scripts forward the signal to their children.
            child.send_signal(signal.SIGTERM)
            if child.stdin:
                child.stdin.close()
            child.wait()

    def _start(self, command, **environment):
        child = subprocess.Popen(
            command, env={**os.environ, **environment}, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=open(f"{self.room}/log", "a", encoding="utf-8"))
        self.children.append(child)
        return child

    def _line(self, child, part):
        for line in child.stdout:
            if part in line:
                return line.strip()
        raise SystemExit(f"{child.args[0]} exited; see {self.room}/log")

    def run(self, *words, **environment):
        return subprocess.run(
            [self.program, *words], env={**os.environ, **self.environment, **environment},
            check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout

    def as_client(self, *words):
        environment = {**os.environ, **self.client}
        return subprocess.run([self.program, *words], env=environment, check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout

    def sql(self, text, database="postgres"):
        place = self.admin.replace("/postgres?", f"/{database}?")
        return subprocess.run(
            ["psql", "-XAtq", place, "-c", text], check=True, text=True,
            stdout=subprocess.PIPE).stdout.strip()

    def get(self, path):
        request = urllib.request.Request(
            self.url + path, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def waiting(self):
        return int(self.sql("SELECT count(*) FROM speechmemo.jobs WHERE state IN "
                            "('queued', 'running')", "memos"))

    def transcriber(self, number, concurrency):
        words = ["--concurrency", str(concurrency)] if concurrency else []
        # Without a shared engine, as on a separate machine.
        place = f"{self.room}/transcriber-{number}"
        os.makedirs(f"{place}/run", mode=0o700, exist_ok=True)
        return self._start(
            [self.program, "transcriber", "--json", *words],
            **{**self.environment, "SPEECHMEMO_HOME": place, "XDG_RUNTIME_DIR": f"{place}/run"})

    def rest(self):
        """Describes the memory of the server and the database."""
        alone = memory(self.server.pid, with_family=False)
        return (f"server {alone:.0f} MiB, its engine {memory(self.server.pid) - alone:.0f} MiB, "
                f"database {memory(self.postmaster):.0f} MiB")

    def store_process(self):
        """Returns the process of the store, without its script."""
        return max(family(self.store.pid))


def make_memos(corpus, folder, minutes, length):
    """Writes files of about this length from joined recordings of the corpus, different in each folder.
    Returns them and their total seconds."""
    os.makedirs(folder)
    parts = []
    for path in sorted(glob.glob(f"{corpus}/*.wav")):
        with wave.open(path) as file:
            if (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2):
                parts.append(file.readframes(file.getnframes()))
    if not parts:
        raise SystemExit(f"{corpus} has no 16 kHz mono WAV files")
    choose = random.Random(os.path.basename(folder))
    total, files = 0.0, []
    while total < minutes * 60:
        sound = b""
        while len(sound) < length * 32_000:
            sound += choose.choice(parts)
        path = f"{folder}/{length}-{len(files)}.wav"
        with wave.open(path, "wb") as file:
            file.setparams((1, 2, 16_000, 0, "NONE", ""))
            file.writeframes(sound)
        files.append(path)
        total += len(sound) / 32_000
    return files, total


def transcribe(site, files, seconds, count, concurrency):
    """Transcribes all files with `count` transcribers and prints a row."""
    server = {"server": site.server.pid, "store": site.store_process(),
              "database": site.postmaster}
    costs = Costs(server)
    site.as_client("import", "--no-wait", *files)
    brought = costs.now()
    workers = [site.transcriber(number, concurrency) for number in range(count)]
    roots = {**server, **{f"transcriber {number}": worker.pid
                          for number, worker in enumerate(workers)}}
    costs = Costs(roots)
    with Peaks(roots) as peaks:
        while site.waiting():
            time.sleep(0.2)
    clock, used = costs.seconds, costs.now()
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
        site.children.remove(worker)
    theirs = sum(used[name] for name in used if name.startswith("transcriber"))
    most = max(peaks.most[name] for name in used if name.startswith("transcriber"))
    hours = seconds / 3600
    print(f"| {count} | {concurrency or 'usual'} | {len(files)} of {seconds / len(files):.0f} s | "
          f"{seconds / clock:.1f} | {theirs / hours:.0f} | {seconds / theirs:.1f} | {most:.0f} | "
          f"{used['database'] / hours:.1f} | {used['store'] / hours:.1f} | "
          f"{brought['server'] / hours:.1f} | {brought['database'] / hours:.1f} |", flush=True)


def requests(site, count):
    """Prints the load of single requests on the server and the database."""
    memo = json.loads(site.get("/api/memos?limit=1"))["memos"][0]["id"]
    rows = [("list of 50 memos", "/api/memos?limit=50"), ("one memo", f"/api/memos/{memo}"),
            ("its transcript", f"/api/memos/{memo}/transcript"),
            ("its audio", f"/api/memos/{memo}/audio"),
            ("search for a word", "/api/search?q=fellow")]
    roots = {"server": site.server.pid, "database": site.postmaster}
    print("\n| request | processor ms: server | database | response ms |")
    print("|---|--:|--:|--:|")
    for name, path in rows:
        site.get(path)
        costs, times = Costs(roots), []
        for _ in range(count):
            start = time.monotonic()
            site.get(path)
            times.append(time.monotonic() - start)
        used = costs.now()
        print(f"| {name} | {used['server'] * 1000 / count:.2f} | "
              f"{used['database'] * 1000 / count:.2f} | "
              f"{sorted(times)[count // 2] * 1000:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("corpus")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--length", type=int, default=60)
    arguments = parser.parse_args()
    room = tempfile.mkdtemp(prefix="speechmemo-hosted-")
    try:
        with Site(os.path.abspath(arguments.program), room) as site:
            print(f"{os.cpu_count()} processors; initial memory: {site.rest()}\n")
            print("| transcribers | jobs each | memos | seconds of speech per elapsed second | processor "
                  "seconds per hour of speech | speech per processor second | peak MiB of one | "
                  "database: seconds per hour | store | server, during uploads | database |")
            print("|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|")
            before = int(site.sql("SELECT pg_database_size('memos')"))
            rows = [(arguments.length, 1, None), (arguments.length, 1, 1),
                    (arguments.length, 2, 1), (arguments.length, 2, None),
                    (arguments.length * 10, 1, None)]
            total = 0.0
            for number, (length, count, concurrency) in enumerate(rows):
                files, seconds = make_memos(
                    arguments.corpus, f"{room}/memos-{number}", arguments.minutes, length)
                transcribe(site, files, seconds, count, concurrency)
                total += seconds
            size = int(site.sql("SELECT pg_database_size('memos')")) - before
            stored = sum(os.path.getsize(os.path.join(folder, name))
                         for folder, _, names in os.walk(f"{room}/s3") for name in names)
            print(f"\nAn hour of speech takes {size * 3600 / total / 1e6:.1f} MB in the database "
                  f"and {stored * 3600 / total / 1e6:.0f} MB in the store.")
            requests(site, 200)
            print(f"\nFinal memory: {site.rest()}.")
    finally:
        shutil.rmtree(room, ignore_errors=True)


if __name__ == "__main__":
    main()
