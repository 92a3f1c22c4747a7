-- The texts that a memo has had, oldest first: a transcript's first known text, or, with
-- `change`, an edit of the text before. `change` is the JSON of `TextDifference`. `edited_at`
-- is the transcript's with this text. `restored` is the version that an undo brought back.
CREATE TABLE text_versions (
  row INTEGER PRIMARY KEY,
  transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
  made_at REAL NOT NULL,
  edited_at REAL,
  restored INTEGER,
  change TEXT
);
CREATE INDEX text_versions_by_transcription ON text_versions (transcription);

INSERT INTO text_versions (transcription, made_at, edited_at, change) VALUES
  (2, 10.0, NULL, NULL),
  (1, 20.0, NULL, NULL),
  (1, 30.0, 30.0, '[[0,[[0,1000,"weekly planing",null,[["weekly",0,500,875],["planing",500,1000,875]]]],[[0,1000,"weekly planning",null,[["weekly",0,500,875],["planning",500,1000,875]]]]]]');

PRAGMA user_version = 14;
