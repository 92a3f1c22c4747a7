extension PostgresMigration {
  static let traces = Self(
    number: 4, name: "Job traces", oldestWriter: 1,
    statements: ["ALTER TABLE jobs ADD COLUMN trace text COLLATE \"C\""])
}
