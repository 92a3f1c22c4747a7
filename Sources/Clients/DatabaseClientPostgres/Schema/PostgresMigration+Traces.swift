extension PostgresMigration {
  /// Jobs that say which request has asked for them.
  static let traces = Self(
    number: 4, name: "Job traces", oldestWriter: 1,
    statements: ["ALTER TABLE jobs ADD COLUMN trace text COLLATE \"C\""])
}
