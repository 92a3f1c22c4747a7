extension PostgresMigration {
  /// Functions that see several libraries return no more than necessary.
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
    -- Returns whether the library was created.
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
    -- If two libraries have the same token, it opens the one that had it first: no other library
    -- can take it over.
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
    -- Returns whether the library exists.
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
    -- Returns a number for each library, which changes when another client has changed the library.
    CREATE FUNCTION changes_by_others(me uuid, tenants bigint[])
    RETURNS TABLE (tenant integer, number bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      SELECT library, hashtextextended(
        string_agg(format('%s %s %s', client, revisions.number, changed_at), ',' ORDER BY client), 0)
      FROM revisions WHERE library = ANY (tenants) AND client <> me GROUP BY library;
    END
    """,
    """
    -- Deletes the receipts and revisions of clients that have not written for a day.
    CREATE FUNCTION forget_writers() RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    BEGIN ATOMIC
      DELETE FROM receipts WHERE kept_at < now() - interval '1 day';
      DELETE FROM revisions WHERE changed_at < now() - interval '1 day';
    END
    """,
    """
    -- Counts a change of the library at the end of a transaction. Fails if programs of that version
    -- must no longer write.
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
  ]
}
