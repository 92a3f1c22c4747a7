-- Whether there is such a library. Among those of another priority it begins like the one whose
-- turn is next: what was done for it before is neither held against it nor owed to it.
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
END $$;

INSERT INTO versions (number, name, oldest_writer) VALUES
  (6, 'Turns after a change of priority', 1);
