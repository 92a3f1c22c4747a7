"""Dumps of all rows of a library's memos, for comparisons."""
import pathlib
import sqlite3

# Columns that link rows to their memo. Row numbers have no meaning.
LEFT_OUT = {"row", "recording", "transcription", "owner", "leased_until", "process"}


def dump(path):
    """Returns the rows of each table by memo, from a library's file."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    memos = {}

    def rows(name, statement):
        for row in database.execute(statement):
            values = tuple((key, row[key]) for key in sorted(row.keys())
                           if key not in LEFT_OUT | {"memo"})
            memos.setdefault(row["memo"], {}).setdefault(name, []).append(values)

    rows("recordings", "SELECT id AS memo, * FROM recordings")
    for name, order in [("transcriptions", "is_current, transcriptions.id"), ("texts", "body")]:
        rows(name, f"SELECT recordings.id AS memo, {name}.* FROM {name} "
             f"JOIN recordings ON recordings.row = {name}.recording ORDER BY {order}")
    rows("jobs", "SELECT recordings.id AS memo, jobs.* FROM jobs JOIN recordings "
         "ON recordings.row = jobs.recording WHERE state IN ('queued', 'running') ORDER BY jobs.id")
    for name, order in [("segments", "position"), ("speakers", "number")]:
        rows(name, f"SELECT recordings.id AS memo, transcriptions.id AS of, {name}.* FROM {name} "
             f"JOIN transcriptions ON transcriptions.row = {name}.transcription "
             f"JOIN recordings ON recordings.row = transcriptions.recording ORDER BY of, {order}")
    database.close()
    return memos


def backed_up(folder):
    return next(pathlib.Path(folder).glob("library-*.sqlite"))


def differences(before, after, ids):
    found = []
    for id in ids:
        one, other = before.get(id), after.get(id)
        if one == other:
            continue
        if other is None:
            found.append(f"memo {id} is missing")
            continue
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                found.append(f"memo {id}: {name}: {one.get(name)} changed to {other.get(name)}")
    return found
