-- Who speaks in a transcript. Words name who says them by `number`, as a fifth value in
-- `segments.words`. `embedding` is how a speaker sounds, a JSON array that only those of the same
-- `model` compare with.
CREATE TABLE speakers (
  transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT,
  likely_name TEXT,
  model TEXT,
  embedding TEXT,
  PRIMARY KEY (transcription, number)
) WITHOUT ROWID;

-- A voice that a person had remembered.
CREATE TABLE voices (
  name TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  embedding TEXT NOT NULL,
  created_at REAL NOT NULL
) WITHOUT ROWID;

INSERT INTO speakers (transcription, number, name, likely_name, model, embedding) VALUES
  (1, 0, 'Anna', NULL, 'resemblyzer', '[1,0]'),
  (1, 1, NULL, 'Ben', 'voices', '[0,1]');
UPDATE segments SET words = '[["starts",1000,1500,875,0],["now",1500,2000,875,1]]'
WHERE transcription = 1 AND position = 1;
INSERT INTO voices (name, model, embedding, created_at) VALUES
  ('Anna', 'resemblyzer', '[1,0]', 80.0),
  ('Ben', 'voices', '[0,1]', 80.0);

PRAGMA user_version = 8;
