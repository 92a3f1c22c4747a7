extension PostgresMigration {
  static let summaries = Self(
    number: 12, name: "Summaries", oldestWriter: 1,
    statements: [
      """
      -- A memo's newest summary. `edited_at` is the transcript's with the summarized text. `body` is
      -- the JSON of `Summary`.
      CREATE TABLE summaries (
        library integer NOT NULL,
        recording bigint NOT NULL,
        transcription bigint NOT NULL,
        edited_at double precision,
        body text NOT NULL,
        PRIMARY KEY (library, recording),
        FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE,
        FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
      )
      """,
      "CREATE INDEX summaries_by_transcription ON summaries (library, transcription)",
    ] + separating("summaries"))
}
