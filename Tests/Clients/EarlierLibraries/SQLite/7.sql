-- A link that opens one memo until it expires: of its secret, a checksum. It goes with the memo.
CREATE TABLE share_links (
  id TEXT PRIMARY KEY,
  recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
  sha256 TEXT NOT NULL UNIQUE,
  created_at REAL NOT NULL,
  expires_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX share_links_by_recording ON share_links (recording);

INSERT INTO share_links (id, recording, sha256, created_at, expires_at) VALUES
  ('00000000-0000-0000-0000-000000000051', 1, 'link-1', 60.0, 4102444800.0);

PRAGMA user_version = 7;
