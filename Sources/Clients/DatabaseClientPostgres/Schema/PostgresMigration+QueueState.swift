extension PostgresMigration {
  static let queueState = Self(
    number: 3, name: "Queue state", oldestWriter: 1,
    statements: [
      """
      -- Reads all libraries, and returns only totals. `oldest` is in seconds before `at`, which is
      -- a client's time, as `created_at` is.
      CREATE FUNCTION queue_state(at double precision)
      RETURNS TABLE (waiting bigint, running bigint, oldest double precision)
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = speechmemo, pg_temp
      AS $$
      DECLARE
        instant CONSTANT timestamptz := moment();
      BEGIN
        RETURN QUERY
          SELECT count(*) FILTER (WHERE is_waiting), count(*) FILTER (WHERE NOT is_waiting),
            at - min(created_at) FILTER (WHERE is_waiting)
          FROM (
            SELECT created_at,
              state = 'queued' OR leased_until IS NULL OR leased_until <= instant AS is_waiting
            FROM jobs WHERE state IN ('queued', 'running') AND NOT is_held
          ) AS unfinished;
      END $$
      """
    ])
}
