-- What lets programs on other machines reach this library: of what they show, a checksum.
CREATE TABLE access_tokens (
  name TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  -- Names with a space between them.
  scopes TEXT NOT NULL,
  created_at REAL NOT NULL,
  used_at REAL
) WITHOUT ROWID;

INSERT INTO access_tokens (name, sha256, scopes, created_at, used_at) VALUES
  ('phone', 'token-1', 'read write', 60.0, 70.0),
  ('robot', 'token-2', 'transcribe', 60.0, NULL);

PRAGMA user_version = 5;
