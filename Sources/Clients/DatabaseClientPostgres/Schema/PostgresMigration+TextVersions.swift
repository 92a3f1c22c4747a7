extension PostgresMigration {
  static let textVersions = Self(
    number: 8, name: "Versions of texts", oldestWriter: 1,
    statements: [
      """
      -- A transcript's first known text, or, with `change`, an edit of the text before. `change` is
      -- the JSON of `TextDifference`. `edited_at` is the transcript's with this text. `restored` is
      -- the version that an undo brought back.
      CREATE TABLE text_versions (
        library integer NOT NULL,
        -- In the order of the versions.
        row bigint GENERATED ALWAYS AS IDENTITY,
        transcription bigint NOT NULL,
        made_at double precision NOT NULL,
        edited_at double precision,
        restored bigint,
        change text,
        PRIMARY KEY (library, row),
        FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
      )
      """,
      """
      CREATE INDEX text_versions_by_transcription ON text_versions (library, transcription, row)
      """,
    ] + separating("text_versions"))
}
