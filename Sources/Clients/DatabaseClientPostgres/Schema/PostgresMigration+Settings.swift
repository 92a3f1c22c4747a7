extension PostgresMigration {
  static let settings = Self(
    number: 5, name: "Settings", oldestWriter: 1,
    statements: [
      """
      -- `settings` is a JSON object of strings.
      CREATE TABLE library_settings (
        library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
        revision bigint NOT NULL,
        settings text NOT NULL
      )
      """
    ] + separating("library_settings"))
}
