extension PostgresMigration {
  static let sessions = Self(
    number: 9, name: "Sessions", oldestWriter: 1,
    statements: [
      """
      -- `kind` is 'token', 'session' or 'code'; NULL for tokens of earlier versions. `parent` is the
      -- token or session with which this one ends.
      ALTER TABLE access_tokens
        ADD COLUMN kind text COLLATE "C",
        ADD COLUMN parent text COLLATE "C",
        ADD COLUMN expires_at double precision
      """,
      """
      ALTER TABLE access_tokens
        ADD FOREIGN KEY (library, parent) REFERENCES access_tokens ON DELETE CASCADE
      """,
      "CREATE INDEX access_tokens_by_parent ON access_tokens (library, parent)",
    ])
}
