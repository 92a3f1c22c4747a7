"""All that a library's database says of each memo, for comparing two."""
import pathlib
import sqlite3

# By what a row belongs to its memo. Which number a row has is of no meaning.
LEFT_OUT = {"row", "recording", "transcription", "owner", "leased_until", "process"}


def dump(path):
    """By memo the rows of each table, of a library that is a file."""
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
    """The database that the backup in a folder has."""
    return next(pathlib.Path(folder).glob("library-*.sqlite"))


def differences(before, after, ids):
    """Where memos differ, a line each."""
    found = []
    for id in ids:
        one, other = before.get(id), after.get(id)
        if one == other:
            continue
        if other is None:
            found.append(f"memo {id} is gone")
            continue
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                found.append(f"memo {id}: {name} were {one.get(name)} and are {other.get(name)}")
    return found
