CREATE TABLE transcribers (
  name text COLLATE "C" PRIMARY KEY,
  -- Of what they show.
  sha256 text COLLATE "C" NOT NULL UNIQUE,
  created_at double precision NOT NULL,
  used_at double precision
);

ALTER TABLE transcribers ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION transcriber_tokens()
RETURNS TABLE (name text, created_at double precision, used_at double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT transcribers.name, transcribers.created_at, transcribers.used_at FROM transcribers
  ORDER BY 1;
END;

-- Whether it was added.
CREATE FUNCTION add_transcriber(
  wanted text, shown text, at double precision
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
AS $$
BEGIN
  INSERT INTO transcribers (name, sha256, created_at) VALUES (wanted, shown, at)
    ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Whether there was one.
CREATE FUNCTION remove_transcriber(wanted text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = speechmemo, pg_temp
AS $$
BEGIN
  DELETE FROM transcribers WHERE name = wanted;
  RETURN FOUND;
END $$;

CREATE FUNCTION transcriber_of_token(shown text)
RETURNS TABLE (name text, created_at double precision, used_at double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT transcribers.name, transcribers.created_at, transcribers.used_at FROM transcribers
  WHERE sha256 = shown;
END;

-- Of many requests at the same moment one notes it, and nobody waits for that one.
CREATE FUNCTION note_transcriber(shown text, at double precision) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  UPDATE transcribers SET used_at = at WHERE name = (
    SELECT name FROM transcribers WHERE sha256 = shown FOR NO KEY UPDATE SKIP LOCKED);
END;

INSERT INTO versions (number, name, oldest_writer) VALUES
  (2, 'Transcribers by token', 1);

INSERT INTO transcribers (name, sha256, created_at, used_at) VALUES ('box', 'box-1', 60, 70);
