-- Requests with an `Idempotency-Key`. `reply` is NULL while one runs.
CREATE TABLE keyed_requests (
  sha256 TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  reply TEXT,
  expires_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX keyed_requests_by_time ON keyed_requests (expires_at);

INSERT INTO keyed_requests (sha256, content, reply, expires_at) VALUES
  ('key-1', 'content-1', '{"status":204}', 4102444800.0), ('key-2', 'content-2', NULL, 60.0);

PRAGMA user_version = 17;
