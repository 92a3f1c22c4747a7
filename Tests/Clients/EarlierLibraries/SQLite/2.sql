-- A file outside the library that needs no more looking at as long as it stays as it is.
CREATE TABLE taken_files (
  path TEXT PRIMARY KEY,
  byte_count INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  problem TEXT
) WITHOUT ROWID;

INSERT INTO taken_files (path, byte_count, modified_ns, problem) VALUES
  ('/watched/Memo 1.flac', 1001, 17000000000, NULL),
  ('/watched/broken.wav', 12, 18000000000, 'it is not an audio file');

PRAGMA user_version = 2;
