"""Compares the final state with the acknowledged uploads."""
import collections
import hashlib
import json
import os
import time
from urllib.parse import quote

from clients import Connections
from sounds import texts


def libraries(site, uploads):
    """Compares each library's memos, as the servers return them, with the acknowledged uploads. Returns
    the problems."""
    problems, connections = [], Connections(site)
    expected = collections.defaultdict(dict)
    for number, (memo, sha256) in uploads.memos.items():
        expected[uploads.library(number)][memo] = (number, sha256)
    for turn, library in enumerate(site.tokens):
        server = site.servers[turn % len(site.servers)]

        def get(path):
            status, _, body = connections.ask(server, library, "GET", path)
            if status != 200:
                problems.append(f"{library}: {path}: {status} {body[:200]}")
                return None
            return json.loads(body)

        shown, page = [], get("/api/memos?limit=500")
        while page:
            shown += page["memos"]
            page = page.get("next") and get(f"/api/memos?limit=500&after={quote(page['next'])}")
        counts = collections.Counter(memo["id"] for memo in shown)
        problems += [f"{library}: memo {id} is listed {count} times"
                     for id, count in counts.items() if count > 1]
        problems += [f"{library}: memo {id} of audio {number} was acknowledged but is missing"
                     for id, (number, _) in expected[library].items() if id not in counts]
        for memo in shown:
            known = expected[library].get(memo["id"])
            if known is None:
                problems.append(f"{library}: memo {memo['id']} was never acknowledged")
                continue
            number, sha256 = known
            if memo["audio"]["sha256"] != sha256:
                problems.append(f"{library}: memo {memo['id']} has a wrong checksum")
            if number % 50 == 0:
                _, _, sound = connections.ask(
                    server, library, "GET", f"/api/memos/{memo['id']}/audio")
                if hashlib.sha256(sound).hexdigest() != sha256:
                    problems.append(f"{library}: memo {memo['id']} has wrong audio")
            if memo["transcription"]["status"] != "done":
                problems.append(f"{library}: memo {memo['id']}: {memo['transcription']}")
                continue
            transcript = get(f"/api/memos/{memo['id']}/transcript")
            if transcript is None:
                continue
            text = [segment["text"] for segment in transcript["segments"]]
            words = [word["text"] for segment in transcript["segments"]
                     for word in segment.get("words", [])]
            meant = texts(number, uploads.parts)
            if text != meant or words != " ".join(meant).split():
                problems.append(f"{library}: memo {memo['id']} of audio {number} has the text {text}")
    return problems


def sounds(site, uploads):
    """Compares the bytes in the store with the uploads. Returns the problems, and by library the audio
    without a memo."""
    problems, stray = [], collections.defaultdict(list)
    stored = site.store.sounds()
    names = {(row[0], row[2]): row[1] for row in site.postgres.ask(
        "SELECT libraries.name, recordings.id, audio_file FROM speechmemo.recordings "
        "JOIN speechmemo.libraries ON libraries.row = recordings.library")}
    sums = {id: sha256 for id, sha256 in uploads.memos.values()}
    for place, id in names.items():
        if place not in stored:
            problems.append(f"{place[0]}: the audio of memo {id} is not in the store")
        elif hashlib.sha256(stored[place].read_bytes()).hexdigest() != sums.get(id):
            problems.append(f"{place[0]}: the audio of memo {id} differs from the upload")
    known = set(sums.values())
    for (library, name), file in stored.items():
        if (library, name) in names:
            continue
        stray[library].append(name)
        if hashlib.sha256(file.read_bytes()).hexdigest() not in known:
            problems.append(f"{library}: {name} in the store was never acknowledged")
    return problems, stray


def recovered(site, stray):
    """Makes audio without a memo a day old and runs 'recover'. Returns the problems."""
    before = site.postgres.ask("SELECT count(*) FROM speechmemo.recordings")
    for (library, name), file in site.store.sounds().items():
        if name in stray[library]:
            os.utime(file, (time.time() - 86_400,) * 2)
    site.store.look_again()
    for library in list(stray):
        if stray[library]:
            site.run("recover", library=library)
    left = sum(name in stray[library] for library, name in site.store.sounds())
    problems = [f"{left} files without a memo remain after 'recover'"] if left else []
    if site.postgres.ask("SELECT count(*) FROM speechmemo.recordings") != before:
        problems.append("'recover' created duplicate memos")
    return problems


def tables(site):
    """Checks the tables for rows that the API does not return. Returns the problems."""
    problems = []
    for statement, what in [
        ("SELECT recording FROM speechmemo.transcriptions WHERE is_current "
         "GROUP BY library, recording HAVING count(*) > 1", "memos have two transcripts"),
        ("SELECT library FROM speechmemo.transcriptions WHERE NOT is_current",
         "transcripts are not current"),
        ("SELECT recording FROM speechmemo.jobs GROUP BY library, recording HAVING count(*) > 1",
         "memos have two jobs"),
        ("SELECT library FROM speechmemo.jobs WHERE state <> 'done'", "jobs are not done"),
        ("SELECT library FROM speechmemo.segments GROUP BY library, transcription "
         "HAVING count(*) <> max(position) + 1 OR count(DISTINCT start_ms) <> count(*)",
         "transcripts have duplicate or missing segments"),
    ]:
        if rows := site.postgres.ask(statement):
            problems.append(f"{len(rows)} {what}")
    return problems
