-- `kind` is 'token', 'session' or 'code'; NULL for existing tokens. `parent` is the token or
-- session with which this one ends.
ALTER TABLE access_tokens ADD COLUMN kind TEXT;
ALTER TABLE access_tokens
  ADD COLUMN parent TEXT REFERENCES access_tokens (name) ON DELETE CASCADE;
ALTER TABLE access_tokens ADD COLUMN expires_at REAL;
CREATE INDEX access_tokens_by_parent ON access_tokens (parent);

INSERT INTO access_tokens (name, sha256, scopes, created_at, used_at, kind, parent, expires_at) VALUES
  ('guest', 'token-3', 'read', 60.0, NULL, 'token', NULL, 4102444800.0),
  ('Browser, 1970-01-01T00:01:30Z', 'token-4', 'read', 90.0, 95.0, 'session', 'phone', NULL);

PRAGMA user_version = 15;
