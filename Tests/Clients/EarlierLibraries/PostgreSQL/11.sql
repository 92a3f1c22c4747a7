-- Requests with an `Idempotency-Key`. `reply` is NULL while one runs.
CREATE TABLE keyed_requests (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  sha256 text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  reply text,
  expires_at double precision NOT NULL,
  PRIMARY KEY (library, sha256)
);

CREATE INDEX keyed_requests_by_time ON keyed_requests (library, expires_at);

ALTER TABLE keyed_requests ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON keyed_requests USING (library = current_library())
  WITH CHECK (library = current_library());

INSERT INTO versions (number, name, oldest_writer) VALUES (11, 'Idempotency keys', 1);

INSERT INTO keyed_requests (library, sha256, content, reply, expires_at) VALUES
  (1, 'key-1', 'content-1', '{"status":204}', 4102444800), (1, 'key-2', 'content-2', NULL, 60);
