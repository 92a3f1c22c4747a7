-- `kind` is 'token', 'session' or 'code'; NULL for tokens of earlier versions. `parent` is the
-- token or session with which this one ends.
ALTER TABLE access_tokens
  ADD COLUMN kind text COLLATE "C",
  ADD COLUMN parent text COLLATE "C",
  ADD COLUMN expires_at double precision;

ALTER TABLE access_tokens
  ADD FOREIGN KEY (library, parent) REFERENCES access_tokens ON DELETE CASCADE;

CREATE INDEX access_tokens_by_parent ON access_tokens (library, parent);

INSERT INTO versions (number, name, oldest_writer) VALUES (9, 'Sessions', 1);

INSERT INTO access_tokens (
  library, name, sha256, scopes, created_at, used_at, kind, parent, expires_at
) VALUES
  (1, 'guest', 'token-3', 'read', 60, NULL, 'token', NULL, 4102444800),
  (1, 'Browser, 1970-01-01T00:01:30Z', 'token-4', 'read', 90, 95, 'session', 'phone', NULL);
