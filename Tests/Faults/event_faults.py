#!/usr/bin/env python3
"""Kills 'speechmemo serve' at random moments while clients follow its events, change memos, and sign in
and out. Checks that every acknowledged change is stored and announced to every client that follows, that
no client misses an event when it resumes, that sessions work until they end, and that none outlives its
token.

usage: event_faults.py SPEECHMEMO SPEECH_FOLDER [COUNT] [SEED]
  COUNT  how often the server is killed
"""

import collections, json, os, pathlib, subprocess, sys, tempfile, threading, time
from event_clients import Editor, Follower, Namer, Site, Trasher, Uploader
from fault_run import ENGINE, arguments, ending, piece
from session_clients import Guest, Session

FOLLOWERS = 4


def wait(seconds, condition):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def main():
    program, sources, count, chance = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        engine = room / "engine"
        engine.write_text(ENGINE)
        engine.chmod(0o755)
        environment = {**os.environ, "SPEECHMEMO_HOME": str(room / "library"),
                       "SPEECHMEMO_HELPER": str(engine)}
        files = [room / f"{number}.wav" for number in range(9)]
        for file in files:
            piece(sources, chance, file)
        subprocess.run(
            [program, "import", *map(str, files)], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=environment)
        site = Site(program, room / "library", environment, chance)
        site.start()
        memos = sorted(site.memos())
        kinds = [Editor] * 3 + [Namer] * 3 + [Trasher] * 3
        edited = {memo for kind, memo in zip(kinds, memos) if kind is Editor}
        stop, last = threading.Event(), threading.Event()
        for number in range(FOLLOWERS):
            headers = {}
            if number % 2:
                cookie = site.ask("POST", "/api/session")[1]["Set-Cookie"].partition(";")[0]
                headers = Session(cookie).headers
            site.followers.append(Follower(site, chance.random(), last, edited, headers))
        changers = [kind(site, memo, chance.random(), stop) for kind, memo in zip(kinds, memos)]
        changers += [Uploader(site, room, sources, chance.random(), stop) for _ in range(2)]
        guests = [Guest(site, f"guest {number}", chance.random(), stop) for number in range(3)]
        for follower in site.followers:
            follower.start()
        if not wait(30, lambda: all(follower.memos for follower in site.followers)):
            last.set()
            site.kill()
            sys.exit("event_faults: clients cannot follow events")
        for client in changers + guests:
            client.start()
        problems = []
        for number in range(count):
            # Sometimes long enough for events to arrive by themselves.
            time.sleep(chance.choice((chance.uniform(0.02, 0.3), chance.uniform(0.3, 1.5))))
            if number == count - 1:
                stop.set()
                for client in changers + guests:
                    client.join(300)
                    if client.is_alive():
                        problems.append(f"a {type(client).__name__} does not end")
            site.kill()
            site.start()
        if not wait(180, lambda: not json.loads(site.ask("GET", "/api/jobs")[2])["jobs"]):
            problems.append("transcriptions do not complete")
        for client in changers + guests:
            client.check()
        stored, texts = site.memos(), {memo: site.text(memo) for memo in edited}
        for number, follower in enumerate(site.followers):
            if not wait(30, lambda: follower.memos == stored and follower.texts == texts):
                site.missed += 1
                problems.append(f"client {number} ends with other memos than the server")
        last.set()
        for follower in site.followers:
            follower.join(60)
        tokens = json.loads(site.ask(
            "GET", "/api/tokens", {"Authorization": "Bearer " + site.administrator})[2])["tokens"]
        kept = ("administrator", "faults")
        left = [token["name"] for token in tokens if token.get("parent", token["name"]) not in kept]
        if left:
            problems.append(f"sessions outlive their token: {left}")
        site.kill()
        # Recovers the audio of uploads that a kill interrupted before their memo was saved.
        for verb in ("recover", "verify"):
            ended = subprocess.run(
                [program, verb], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                text=True)
            if ended.returncode:
                problems.append(f"{verb}: {ended.stdout.strip()} {ended.stderr.strip()}")
        names = {path.stem for path in (room / "library" / "audio").iterdir()}
        back = [memo for client in changers for memo in client.deleted if memo in names]
        if back:
            problems.append(f"'recover' brings back {len(back)} deleted memos: {back}")
    total = collections.Counter()
    for client in site.followers + changers + guests:
        problems += client.problems
    for client in site.followers + changers:
        total.update(client.counts)
    signed = sum((guest.counts for guest in guests), collections.Counter())
    print(
        f"{count} kills, {total['acknowledged']} changes acknowledged, {total['unknown']} unknown; "
        f"{total['events']} events received by {FOLLOWERS} clients over {total['connections']} "
        f"connections, {total['resumptions']} resumed, {total['resets']} reset, {site.missed} missed; "
        f"announced {total['by event']} times by an event, {total['by reload']} times by a reload; "
        f"{signed['sessions']} sessions below {signed['tokens']} tokens, {signed['uses']} uses, "
        f"{signed['ended']} ended and closed {signed['streams']} streams, "
        f"{signed['revocations']} tokens revoked by another process")
    return ending(
        problems, "every acknowledged change is stored and announced, and no session outlives its end")


if __name__ == "__main__":
    sys.exit(main())
