extension PostgresMigration {
  static let keyedRequests = Self(
    number: 11, name: "Idempotency keys", oldestWriter: 1,
    statements: [
      """
      -- Requests with an `Idempotency-Key`. `reply` is NULL while one runs.
      CREATE TABLE keyed_requests (
        library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
        sha256 text COLLATE "C" NOT NULL,
        content text COLLATE "C" NOT NULL,
        reply text,
        expires_at double precision NOT NULL,
        PRIMARY KEY (library, sha256)
      )
      """,
      "CREATE INDEX keyed_requests_by_time ON keyed_requests (library, expires_at)",
    ] + separating("keyed_requests"))
}
