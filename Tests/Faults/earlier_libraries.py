"""Libraries as programs of earlier versions have left them, from the scripts of
Tests/Clients/EarlierLibraries, with more memos, and with audio that the scripted engine knows."""

import hashlib, json, pathlib, sqlite3, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks" / "Hosting"))
from sounds import sound, texts

SCRIPTS = ROOT / "Tests" / "Clients" / "EarlierLibraries"
# The scripts have seven memos, one of which is transcribed up to 1.5 s.
SCRIPTED, PARTS = range(1, 8), 8
FIRST_OTHER, OTHER_PARTS = 1_000, 2
SETTINGS = '{"beamSize":3,"vocabulary":"","voiceActivityFilter":true}'


def newest(kind):
    return max(int(file.stem) for file in (SCRIPTS / kind).glob("*.sql"))


def scripts(kind, version):
    return [(SCRIPTS / kind / f"{number}.sql").read_text() for number in range(1, version + 1)]


def others(count):
    return range(FIRST_OTHER, FIRST_OTHER + count)


def memo_id(number):
    return f"10000000-0000-0000-0000-{number:012d}"


def title(number):
    return f"Earlier {number}"


def quoted(value):
    return str(value) if isinstance(value, int) else f"'{value}'"


def insertion(table, fields, **expressions):
    """Returns a statement. The values of `expressions` are SQL."""
    values = [quoted(value) for value in fields.values()] + list(expressions.values())
    return f"INSERT INTO {table} ({', '.join([*fields, *expressions])}) VALUES ({', '.join(values)});"


def file_fields(audio, name, number, parts):
    """Writes an audio file, and returns the columns that describe it."""
    data = sound(number, parts)
    (audio / name).write_bytes(data)
    return {"audio_file": name, "audio_format": "wav", "sample_rate": 16_000, "channel_count": 1,
            "byte_count": len(data), "sha256": hashlib.sha256(data).hexdigest(), "duration": parts / 4}


def other_memos(audio, count, is_postgres):
    """Returns statements that add transcribed memos to the first schema."""
    no, yes = ("false", "true") if is_postgres else ("0", "1")
    library = {"library": 1} if is_postgres else {}
    for number in others(count):
        identity, name = memo_id(number), f"{memo_id(number)}.wav"
        fields = file_fields(audio, name, number, OTHER_PARTS)
        seconds = str(fields.pop("duration"))
        yield insertion(
            "recordings", {**library, "id": identity, "title": title(number), "date": number, **fields,
                           "provenance": "imported", "original_name": f"{number}.wav",
                           "tags": "{}" if is_postgres else "[]", "status": "done"},
            duration=seconds, is_favorite=no)
        memo = f"(SELECT row FROM recordings WHERE id = '{identity}')"
        transcript = f"20000000-0000-0000-0000-{number:012d}"
        yield insertion(
            "transcriptions", {**library, "id": transcript, "language": "en", "engine_name": "scripted",
                               "engine_version": "1", "model": "numbers", "settings": SETTINGS,
                               "created_at": number}, recording=memo, is_current=yes)
        for place, text in enumerate(texts(number, OTHER_PARTS)):
            words = [[word, 250 * place + 125 * index, 250 * place + 125 * (index + 1), 900]
                     for index, word in enumerate(text.split())]
            yield insertion(
                "segments", {**library, "position": place, "start_ms": 250 * place,
                             "end_ms": 250 * (place + 1), "text": text, "first_word": 2 * place,
                             "words": json.dumps(words),
                             **({"word_count": 2} if is_postgres else {})},
                transcription=f"(SELECT row FROM transcriptions WHERE id = '{transcript}')")
        body = " ".join(texts(number, OTHER_PARTS))
        if is_postgres:
            found = sorted({*title(number).lower().split(), *body.split()})
            indexed = ", ".join(f"'1:{word}'" for word in found)
            yield insertion("texts", {**library, "body": body}, recording=memo,
                            words=f"array_to_tsvector(ARRAY[{indexed}])")
        else:
            yield insertion("texts", {"title": title(number), "body": body}, recording=memo)


def scripted_memos(audio, version, is_postgres):
    """Returns statements that give the scripts' memos audio, and jobs that the scripted engine can run."""
    for row in SCRIPTED:
        fields = file_fields(audio, f"{row}.wav", row, PARTS)
        changes = ", ".join(f"{name} = {quoted(value) if name != 'duration' else value}"
                            for name, value in fields.items())
        yield f"UPDATE recordings SET {changes} WHERE row = {row};"
    yield f"UPDATE jobs SET model = NULL, settings = '{SETTINGS}';"
    if is_postgres or version >= 3:
        yield "DELETE FROM webhook_events; DELETE FROM webhooks;"


def make_sqlite(folder, version, count):
    """Creates a library of an earlier version in a folder, with `count` more memos than the scripts'."""
    (folder / "audio").mkdir(parents=True)
    first, *rest = scripts("SQLite", version)
    database = sqlite3.connect(folder / "library.sqlite")
    database.executescript(first)
    database.executescript("BEGIN;" + "".join(other_memos(folder / "audio", count, False)) + "COMMIT;")
    for script in rest:
        database.executescript(script)
    database.executescript("".join(scripted_memos(folder / "audio", version, False)))
    database.close()


def make_postgres(address, audio, version, count):
    """The same in a database, as the library 'anna'. `audio` is the folder of its audio."""
    audio.mkdir(parents=True)
    first, *rest = scripts("PostgreSQL", version)
    statements = ["CREATE SCHEMA speechmemo; SET search_path = speechmemo;", first,
                  *other_memos(audio, count, True), *rest, *scripted_memos(audio, version, True)]
    made = subprocess.run(
        ["psql", "-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", address], input="\n".join(statements),
        capture_output=True, text=True)
    if made.returncode:
        raise SystemExit(f"psql: {made.stderr}")
