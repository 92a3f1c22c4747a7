extension PostgresMigration {
  static let details = Self(
    number: 10, name: "Details", oldestWriter: 1,
    statements: [
      """
      -- A JSON object: what else the engine reported. NULL if nothing.
      ALTER TABLE transcriptions ADD COLUMN details text
      """
    ])
}
