extension PostgresMigration {
  /// Tags and titles are compared regardless of the case of all letters, not only those of ASCII.
  static let folding = Self(
    number: 7, name: "Case of all letters", oldestWriter: 1,
    statements: [
      """
      -- Returns what `caseFolded` of SharedModels returns. ICU writes a final sigma differently.
      CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
        RETURN translate(
          lower(upper(normalize(value, NFD) COLLATE "und-x-icu")), U&'\\03C2', U&'\\03C3')
          COLLATE "C"
      """,
      """
      -- Returns the key by which a title is sorted. An index takes at most about 2,700 bytes.
      CREATE FUNCTION title_key(title text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
        RETURN left(folded(title), 600) COLLATE "C"
      """,
      """
      ALTER TABLE recordings ADD COLUMN folded_title text COLLATE "C" NOT NULL
        GENERATED ALWAYS AS (title_key(title)) STORED
      """,
      """
      CREATE INDEX recordings_by_folded_title ON recordings (library, folded_title, row)
        WHERE trashed_at IS NULL
      """,
    ])
}
