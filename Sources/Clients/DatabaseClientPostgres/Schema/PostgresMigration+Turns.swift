extension PostgresMigration {
  static let turns = Self(
    number: 6, name: "Turns after priority changes", oldestWriter: 1,
    statements: [
      """
      -- Returns whether the library exists. A library that changes its priority starts level with
      -- the next in turn there: audio transcribed for it earlier no longer counts.
      CREATE FUNCTION share_queue(
        wanted text, new_priority integer, new_weight double precision
      ) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = speechmemo, pg_temp
      AS $$
      BEGIN
        UPDATE queues SET priority = new_priority, weight = new_weight,
          served = CASE WHEN priority = new_priority THEN served ELSE coalesce((
            SELECT coalesce(min(others.served) FILTER (WHERE others.is_waiting), min(others.served))
            FROM queues AS others WHERE others.priority = new_priority), served) END
        FROM libraries WHERE libraries.row = queues.library AND libraries.name = wanted;
        RETURN FOUND;
      END $$
      """
    ])
}
