extension PostgresMigration {
  /// What the program asks for by name. Those that see more than one library tell no more of it than
  /// they must, and are the only way there.
  static let functions = [
    """
    CREATE FUNCTION library_named(wanted text) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT row FROM libraries WHERE name = wanted;
    END
    """,
    """
    CREATE FUNCTION library_names() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT name FROM libraries ORDER BY name;
    END
    """,
    """
    -- Whether it was made.
    CREATE FUNCTION add_library(wanted text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    AS $$
    DECLARE
      made integer;
    BEGIN
      INSERT INTO libraries (name) VALUES (wanted) ON CONFLICT DO NOTHING RETURNING row INTO made;
      IF made IS NOT NULL THEN INSERT INTO queues (library) VALUES (made); END IF;
      RETURN made IS NOT NULL;
    END $$
    """,
    """
    -- Where two libraries know the same token, it opens the one that knew it first: no other one can
    -- take it over.
    CREATE FUNCTION library_of_token(shown text) RETURNS TABLE (tenant integer, name text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT libraries.row, libraries.name
      FROM access_tokens JOIN libraries ON libraries.row = access_tokens.library
      WHERE sha256 = shown ORDER BY access_tokens.row LIMIT 1;
    END
    """,
    """
    CREATE FUNCTION library_of_link(shown text, at double precision) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT libraries.name FROM share_links
      JOIN libraries ON libraries.row = share_links.library
      JOIN recordings ON recordings.library = share_links.library
        AND recordings.row = share_links.recording
      WHERE share_links.sha256 = shown AND expires_at > at AND trashed_at IS NULL
      ORDER BY share_links.row LIMIT 1;
    END
    """,
    """
    CREATE FUNCTION queue_shares()
    RETURNS TABLE (name text, priority integer, weight double precision)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT libraries.name, queues.priority, queues.weight
      FROM queues JOIN libraries ON libraries.row = queues.library;
    END
    """,
    """
    -- Whether there is such a library.
    CREATE FUNCTION set_queue_share(
      wanted text, new_priority integer, new_weight double precision
    ) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    AS $$
    BEGIN
      UPDATE queues SET priority = new_priority, weight = new_weight
      FROM libraries WHERE libraries.row = queues.library AND libraries.name = wanted;
      RETURN FOUND;
    END $$
    """,
    """
    -- How often others than that client have changed each of these libraries.
    CREATE FUNCTION changes_by_others(me uuid, tenants bigint[])
    RETURNS TABLE (tenant integer, number bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT library, sum(revisions.number)::bigint FROM revisions
      WHERE library = ANY (tenants) AND client <> me GROUP BY library;
    END
    """,
    """
    -- Says at the end of a transaction that it has changed the library, and fails where a program of
    -- that version must not write any more.
    CREATE FUNCTION changed(me uuid, version integer) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM may_write(version);
      INSERT INTO revisions AS known (library, client, number) VALUES (current_library(), me, 1)
      ON CONFLICT (library, client)
        DO UPDATE SET number = known.number + 1, changed_at = now();
    END $$
    """,
    """
    CREATE FUNCTION may_write(version integer) RETURNS void LANGUAGE plpgsql STABLE AS $$
    DECLARE
      oldest CONSTANT integer := (SELECT max(oldest_writer) FROM versions);
    BEGIN
      IF version < oldest THEN
        RAISE EXCEPTION 'a program of version % must not write, the oldest is %', version, oldest
          USING ERRCODE = 'SM001';
      END IF;
    END $$
    """,
    """
    -- Memos in whose title or transcript a word occurs, the one that came last first, from one on that
    -- is before `below`. An index over words gives them in no order: of a word that is common, all
    -- would have to be read before the first is known. So the newest memos are looked through first,
    -- and the index is asked for what only few of them have.
    CREATE FUNCTION memos_with(
      wanted tsquery, below bigint, since double precision, until double precision,
      is_named boolean, count integer, first_step integer
    ) RETURNS SETOF bigint LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = speechmemo, pg_temp SET enable_seqscan = off
    AS $$
    DECLARE
      tenant CONSTANT integer := current_library();
      found bigint[] := '{}';
      found_here bigint[];
      size integer := first_step;
      rest bigint := below;
      lowest bigint;
    BEGIN
      LOOP
        SELECT min(recording) INTO lowest FROM (
          SELECT recording FROM texts WHERE library = tenant AND recording < rest
          ORDER BY recording DESC LIMIT size) AS newest;
        EXIT WHEN lowest IS NULL;
        SELECT array_agg(fitting.row ORDER BY fitting.row DESC) INTO found_here FROM (
          SELECT recordings.row FROM texts
          JOIN recordings ON recordings.library = tenant AND recordings.row = texts.recording
          WHERE texts.library = tenant AND texts.recording < rest AND texts.recording >= lowest
            AND words @@ wanted AND trashed_at IS NULL AND date >= since AND date < until
            AND (NOT is_named OR anybody_is_named(tenant, recordings.row))
          ORDER BY texts.recording DESC LIMIT count - cardinality(found)
        ) AS fitting;
        found := found || coalesce(found_here, '{}');
        rest := lowest;
        EXIT WHEN cardinality(found) >= count;
        -- Of what fewer than one memo in a hundred has, the index gives all at once.
        IF cardinality(found) * 100 < size OR size >= 16000 THEN
          RETURN QUERY SELECT * FROM unnest(found);
          RETURN QUERY
            WITH indexed AS MATERIALIZED (
              SELECT recording FROM texts WHERE words @@ wanted AND recording < rest)
            SELECT recordings.row FROM indexed
            JOIN recordings ON recordings.library = tenant AND recordings.row = recording
            WHERE trashed_at IS NULL AND date >= since AND date < until
              AND (NOT is_named OR anybody_is_named(tenant, recordings.row))
            ORDER BY recordings.row DESC LIMIT count - cardinality(found);
          RETURN;
        END IF;
        size := size * 4;
      END LOOP;
      RETURN QUERY SELECT * FROM unnest(found);
    END $$
    """,
    """
    -- Whether anybody in a memo has a name.
    CREATE FUNCTION anybody_is_named(tenant integer, memo bigint) RETURNS boolean LANGUAGE sql STABLE
      RETURN EXISTS (
        SELECT FROM transcriptions JOIN speakers ON speakers.library = transcriptions.library
          AND speakers.transcription = transcriptions.row
        WHERE transcriptions.library = tenant AND transcriptions.recording = memo AND is_current
          AND speakers.name IS NOT NULL)
    """,
  ]
}
