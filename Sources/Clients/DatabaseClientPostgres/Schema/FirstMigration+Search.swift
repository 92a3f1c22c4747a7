extension PostgresMigration {
  /// One memo at a time, since a join could read all memos of the library.
  private static func matchesFilter(_ memo: String) -> String {
    """
    (SELECT trashed_at IS NULL AND date >= since AND date < until
      AND (NOT is_named OR anybody_is_named(tenant, recordings.row))
    FROM recordings WHERE recordings.library = tenant AND recordings.row = \(memo))
    """
  }

  static let search = [
    """
    -- Whether anybody in a memo has a name.
    CREATE FUNCTION anybody_is_named(tenant integer, memo bigint) RETURNS boolean LANGUAGE sql STABLE
      RETURN EXISTS (
        SELECT FROM transcriptions JOIN speakers ON speakers.library = transcriptions.library
          AND speakers.transcription = transcriptions.row
        WHERE transcriptions.library = tenant AND transcriptions.recording = memo AND is_current
          AND speakers.name IS NOT NULL)
    """,
    """
    -- The first ones of some memos that a search is about.
    CREATE FUNCTION memos_meant(
      tenant integer, memos bigint[], since double precision, until double precision,
      is_named boolean, count integer
    ) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
    DECLARE
      meant bigint[] := '{}';
      place integer := 1;
    BEGIN
      WHILE place <= cardinality(memos) AND cardinality(meant) < count LOOP
        meant := meant || ARRAY(
          SELECT memo FROM unnest(memos[place:place + 199]) WITH ORDINALITY AS given (memo, number)
          WHERE \(matchesFilter("memo"))
          ORDER BY number LIMIT count - cardinality(meant));
        place := place + 200;
      END LOOP;
      RETURN meant;
    END $$
    """,
    """
    -- Memos in whose title or transcript a word occurs, the one that came last first, from one on that
    -- is before `below`.
    --
    -- An index over words gives memos in no order: of a word that is common, all would have to be read
    -- before the first is known. So the newest memos that have a transcript are looked through first,
    -- and the index is asked for what only few of them have. Those without one, which may be as many
    -- as there are jobs, have an index of their own.
    CREATE FUNCTION memos_with(
      wanted tsquery, below bigint, since double precision, until double precision,
      is_named boolean, count integer, first_step integer
    ) RETURNS SETOF bigint LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = speechmemo, pg_temp SET enable_seqscan = off
    AS $$
    DECLARE
      tenant CONSTANT integer := current_library();
      found bigint[] := '{}';
      by_title CONSTANT bigint[] := memos_meant(tenant, ARRAY(
        SELECT recording FROM texts
        WHERE body = '' AND words @@ wanted AND recording < below ORDER BY recording DESC
      ), since, until, is_named, count);
      size bigint := first_step;
      rest bigint := below;
      lowest bigint;
    BEGIN
      LOOP
        SELECT min(recording) INTO lowest FROM (
          SELECT recording FROM texts WHERE library = tenant AND recording < rest AND body <> ''
          ORDER BY recording DESC LIMIT size) AS newest;
        EXIT WHEN lowest IS NULL;
        found := found || ARRAY(
          SELECT recording FROM texts
          WHERE library = tenant AND recording < rest AND recording >= lowest
            AND body <> '' AND words @@ wanted
            AND \(matchesFilter("texts.recording"))
          ORDER BY recording DESC LIMIT count - cardinality(found));
        rest := lowest;
        EXIT WHEN cardinality(found) >= count;
        -- What fewer than one memo in a hundred has, the index gives all at once.
        IF cardinality(found) * 100 < size OR size >= 16 * first_step THEN
          found := found || memos_meant(tenant, ARRAY(
            SELECT recording FROM texts
            WHERE body <> '' AND words @@ wanted AND recording < rest ORDER BY recording DESC
          ), since, until, is_named, count - cardinality(found));
          EXIT;
        END IF;
        size := size * 4;
      END LOOP;
      RETURN QUERY SELECT memo FROM unnest(found || by_title) AS memo ORDER BY memo DESC LIMIT count;
    END $$
    """,
  ]
}
