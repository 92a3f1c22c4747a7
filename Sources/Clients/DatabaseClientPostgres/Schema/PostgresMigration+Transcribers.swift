extension PostgresMigration {
  /// With row security and no policy, only these functions can read the table.
  static let transcribers = Self(
    number: 2, name: "Transcriber tokens", oldestWriter: 1,
    statements: [
      """
      CREATE TABLE transcribers (
        name text COLLATE "C" PRIMARY KEY,
        -- Of the token.
        sha256 text COLLATE "C" NOT NULL UNIQUE,
        created_at double precision NOT NULL,
        used_at double precision
      )
      """,
      "ALTER TABLE transcribers ENABLE ROW LEVEL SECURITY",
      """
      CREATE FUNCTION transcriber_tokens()
      RETURNS TABLE (name text, created_at double precision, used_at double precision)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
      BEGIN ATOMIC
        SELECT transcribers.name, transcribers.created_at, transcribers.used_at FROM transcribers
        ORDER BY 1;
      END
      """,
      """
      -- Returns whether the transcriber was added.
      CREATE FUNCTION add_transcriber(
        wanted text, shown text, at double precision
      ) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = speechmemo, pg_temp
      AS $$
      BEGIN
        INSERT INTO transcribers (name, sha256, created_at) VALUES (wanted, shown, at)
          ON CONFLICT DO NOTHING;
        RETURN FOUND;
      END $$
      """,
      """
      -- Returns whether the transcriber existed.
      CREATE FUNCTION remove_transcriber(wanted text) RETURNS boolean
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = speechmemo, pg_temp
      AS $$
      BEGIN
        DELETE FROM transcribers WHERE name = wanted;
        RETURN FOUND;
      END $$
      """,
      """
      CREATE FUNCTION transcriber_of_token(shown text)
      RETURNS TABLE (name text, created_at double precision, used_at double precision)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
      BEGIN ATOMIC
        SELECT transcribers.name, transcribers.created_at, transcribers.used_at FROM transcribers
        WHERE sha256 = shown;
      END
      """,
      """
      -- Of concurrent requests, one notes the time, and the others don't wait for it.
      CREATE FUNCTION note_transcriber(shown text, at double precision) RETURNS void
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = speechmemo, pg_temp
      BEGIN ATOMIC
        UPDATE transcribers SET used_at = at WHERE name = (
          SELECT name FROM transcribers WHERE sha256 = shown FOR NO KEY UPDATE SKIP LOCKED);
      END
      """,
    ])
}
