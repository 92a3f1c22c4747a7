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
    -- Returns whether a speaker of the memo has a name.
    CREATE FUNCTION anybody_is_named(tenant integer, memo bigint) RETURNS boolean LANGUAGE sql STABLE
      RETURN EXISTS (
        SELECT FROM transcriptions JOIN speakers ON speakers.library = transcriptions.library
          AND speakers.transcription = transcriptions.row
        WHERE transcriptions.library = tenant AND transcriptions.recording = memo AND is_current
          AND speakers.name IS NOT NULL)
    """,
    """
    -- Returns the first `count` of the memos that match the search's filter.
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
    -- Returns memos before `below` whose title or transcript matches `wanted`, newest first.
    --
    -- The word index returns memos in no order, so for a common word it would have to be read in
    -- full to find the newest. The newest memos with a transcript are therefore scanned first, and
    -- the index is used for words that few of them contain. Memos without a transcript, of which
    -- there may be one per job, have a separate index.
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
        -- The index is read for words in fewer than one of a hundred memos.
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
