CREATE SCHEMA IF NOT EXISTS speechmemo;

-- The steps that were taken, and who may write since then.
CREATE TABLE IF NOT EXISTS versions (
  number integer PRIMARY KEY,
  name text NOT NULL,
  oldest_writer integer NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS receipts (
  connection uuid PRIMARY KEY,
  -- The last of its transactions that was kept.
  number bigint NOT NULL,
  -- Up to this one, none is kept any more.
  fence bigint NOT NULL DEFAULT 0,
  kept_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE libraries (
  row integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The library that a transaction is about: NULL, which is like none, where it has not said so.
CREATE FUNCTION current_library() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('speechmemo.library', true), '')::integer;

-- The time by which leases run out.
CREATE FUNCTION moment() RETURNS timestamptz LANGUAGE sql VOLATILE
  RETURN clock_timestamp();

-- How often each client has changed a library: the others look at it from time to time.
CREATE TABLE revisions (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  client uuid NOT NULL,
  number bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (library, client)
) WITH (fillfactor = 50);

CREATE TABLE recordings (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  -- In the order in which memos came.
  row bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  title text NOT NULL,
  -- As titles are ordered: without regard to the case of English letters.
  title_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (lower(title COLLATE "C") COLLATE "C") STORED,
  date double precision NOT NULL,
  duration double precision NOT NULL,
  audio_file text NOT NULL,
  audio_format text NOT NULL,
  sample_rate bigint NOT NULL,
  channel_count bigint NOT NULL,
  byte_count bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  provenance text NOT NULL,
  original_name text,
  original_date double precision,
  device text,
  tags text[] NOT NULL,
  is_favorite boolean NOT NULL,
  trashed_at double precision,
  status text NOT NULL,
  progress double precision,
  reason text,
  PRIMARY KEY (library, row),
  UNIQUE (library, id)
);

CREATE INDEX recordings_by_date ON recordings (library, date, row) WHERE trashed_at IS NULL;

CREATE INDEX recordings_by_title ON recordings (library, title_key, row)
  WHERE trashed_at IS NULL;

CREATE INDEX recordings_by_duration ON recordings (library, duration, row)
  WHERE trashed_at IS NULL;

CREATE INDEX recordings_trashed ON recordings (library, date, row) WHERE trashed_at IS NOT NULL;

CREATE UNIQUE INDEX recordings_without_twins ON recordings (library, sha256)
  WHERE trashed_at IS NULL AND sha256 <> '';

-- A transcript, whole or in the making. `is_current` marks the one that is shown.
CREATE TABLE transcriptions (
  library integer NOT NULL,
  row bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  recording bigint NOT NULL,
  is_current boolean NOT NULL,
  language text,
  engine_name text NOT NULL,
  engine_version text NOT NULL,
  model text NOT NULL,
  settings text NOT NULL,
  created_at double precision NOT NULL,
  edited_at double precision,
  -- How often the engine has put right what it had heard badly at first, where that is known.
  repairs bigint,
  PRIMARY KEY (library, row),
  UNIQUE (library, id),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
);

CREATE INDEX transcriptions_by_recording ON transcriptions (library, recording, row);

CREATE UNIQUE INDEX transcriptions_current ON transcriptions (library, recording)
  WHERE is_current;

-- `words` is JSON, as `StoredWords` has it, which the server must not read: it takes no sign of
-- number 0. `first_word` is how many words the transcript has before this segment.
CREATE TABLE segments (
  library integer NOT NULL,
  position integer NOT NULL,
  transcription bigint NOT NULL,
  start_ms bigint NOT NULL,
  end_ms bigint NOT NULL,
  first_word integer NOT NULL,
  word_count integer NOT NULL,
  text text NOT NULL,
  words text NOT NULL,
  -- What is spoken in it, where that is not the transcript's language.
  language text,
  PRIMARY KEY (library, transcription, position) INCLUDE (first_word),
  FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
);

-- Who speaks in a transcript. `embedding`, which is JSON, is how a speaker sounds, and
-- `same_likeness` how alike two of one person are at least.
CREATE TABLE speakers (
  library integer NOT NULL,
  transcription bigint NOT NULL,
  number bigint NOT NULL,
  name text,
  likely_name text,
  model text,
  embedding text,
  same_likeness double precision,
  PRIMARY KEY (library, transcription, number),
  FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
);

-- A voice that a person had remembered.
CREATE TABLE voices (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  model text NOT NULL,
  embedding text NOT NULL,
  same_likeness double precision,
  created_at double precision NOT NULL,
  PRIMARY KEY (library, name)
);

-- A transcription to be made. `owner` is one claim of it, and `leased_until` for how long. A job
-- is held while its memo is in the trash.
CREATE TABLE jobs (
  library integer NOT NULL,
  row bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  recording bigint NOT NULL,
  transcription bigint,
  state text NOT NULL,
  is_held boolean NOT NULL DEFAULT false,
  owner uuid,
  leased_until timestamptz,
  attempts bigint NOT NULL,
  model text,
  settings text NOT NULL,
  checkpoint text,
  transcribed_ms bigint NOT NULL,
  reason text,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL,
  PRIMARY KEY (library, row),
  UNIQUE (library, id),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE,
  FOREIGN KEY (library, transcription) REFERENCES transcriptions
    ON DELETE SET NULL (transcription)
);

CREATE INDEX jobs_unfinished ON jobs (library, row)
  WHERE state IN ('queued', 'running') AND NOT is_held;

CREATE INDEX jobs_told ON jobs (library, row) WHERE state IN ('queued', 'running', 'failed');

CREATE INDEX jobs_done ON jobs (library, updated_at, row) WHERE state = 'done';

CREATE INDEX jobs_by_recording ON jobs (library, recording, row);

CREATE INDEX jobs_by_transcription ON jobs (library, transcription)
  WHERE transcription IS NOT NULL;

-- Whose turn it is. `served` is for how much sound a library's turn has come, by its weight.
CREATE TABLE queues (
  library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
  is_waiting boolean NOT NULL DEFAULT false,
  priority integer NOT NULL DEFAULT 0,
  weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0),
  served double precision NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE INDEX queues_waiting ON queues (priority DESC, served, library) WHERE is_waiting;

-- A job waits from now on: its library is asked again for what it has to be done. Who finds a
-- library without a job says so only where nobody is about to add one.
CREATE FUNCTION job_waits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
AS $$
BEGIN
  PERFORM FROM queues WHERE library = new.library FOR KEY SHARE;
  -- A library that had nothing to be done has no claim to what was done for others meanwhile.
  UPDATE queues SET is_waiting = true, served = greatest(served, coalesce((
    SELECT min(others.served) FROM queues AS others
    WHERE others.is_waiting AND others.priority = queues.priority), served))
  WHERE library = new.library AND NOT is_waiting;
  PERFORM pg_notify('speechmemo_jobs', '');
  RETURN NULL;
END $$;

CREATE TRIGGER job_added AFTER INSERT ON jobs FOR EACH ROW
  WHEN (new.state IN ('queued', 'running') AND NOT new.is_held) EXECUTE FUNCTION job_waits();

CREATE TRIGGER job_put_back AFTER UPDATE OF state, is_held ON jobs FOR EACH ROW
  WHEN (NOT new.is_held AND (
    new.state = 'queued' AND old.state <> 'queued'
    OR new.state IN ('queued', 'running') AND old.is_held))
  EXECUTE FUNCTION job_waits();

CREATE FUNCTION memo_trashed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET is_held = new.trashed_at IS NOT NULL
  WHERE library = new.library AND recording = new.row AND state IN ('queued', 'running');
  RETURN NULL;
END $$;

CREATE TRIGGER memo_trashed AFTER UPDATE OF trashed_at ON recordings FOR EACH ROW
  WHEN ((new.trashed_at IS NULL) <> (old.trashed_at IS NULL)) EXECUTE FUNCTION memo_trashed();

-- What search reads. `body` is the current transcript's words as `IndexedText` has them, and
-- `words` each of its words and of the title's once, as `IndexedWords` spells them, and each sign
-- of scripts without spaces: with the library in each, so that an index over all libraries is as many indexes as there are libraries.
CREATE TABLE texts (
  library integer NOT NULL,
  recording bigint NOT NULL,
  body text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (library, recording),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
);

CREATE INDEX texts_by_word ON texts USING gin (words) WITH (fastupdate = off)
  WHERE body <> '';

CREATE INDEX texts_by_title_word ON texts USING gin (words) WITH (fastupdate = off)
  WHERE body = '';

CREATE INDEX texts_spoken ON texts (library, recording) WHERE body <> '';

-- Where another program wants to be told of what happens; its secret is not here.
CREATE TABLE webhooks (
  library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
  url text NOT NULL,
  problem text
);

-- What is still to be told, written in the transaction in which it happens. `body` is JSON.
CREATE TABLE webhook_events (
  library integer NOT NULL,
  row bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  recording bigint NOT NULL,
  body text NOT NULL,
  created_at double precision NOT NULL DEFAULT extract(epoch FROM moment()),
  attempts bigint NOT NULL DEFAULT 0,
  next_at double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (library, row),
  UNIQUE (library, id),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
);

CREATE INDEX webhook_events_by_recording ON webhook_events (library, recording);

CREATE INDEX webhook_events_by_time ON webhook_events (library, next_at);

CREATE FUNCTION iso_8601(instant timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

CREATE FUNCTION tell(tenant integer, memo bigint, type text, data json) RETURNS void
LANGUAGE sql BEGIN ATOMIC
  INSERT INTO webhook_events (library, recording, body) VALUES (tenant, memo, json_build_object(
    'type', type, 'timestamp', iso_8601(moment()), 'data', data)::text);
END;

CREATE FUNCTION memo_saved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhooks WHERE library = new.library) THEN
    PERFORM tell(new.library, new.row, 'memo.saved', json_build_object(
      'id', new.id, 'title', new.title, 'duration', new.duration,
      -- What is no date of a calendar is told as none.
      'date', CASE WHEN new.date BETWEEN -62135596800 AND 253402300799
        THEN iso_8601(to_timestamp(new.date)) END));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER memo_saved AFTER INSERT ON recordings FOR EACH ROW
  WHEN (new.trashed_at IS NULL) EXECUTE FUNCTION memo_saved();

CREATE FUNCTION transcript_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  memo recordings;
BEGIN
  IF EXISTS (SELECT FROM webhooks WHERE library = new.library) THEN
    SELECT * INTO memo FROM recordings
    WHERE recordings.library = new.library AND recordings.row = new.recording;
    IF new.state = 'failed' THEN
      PERFORM tell(new.library, new.recording, 'transcript.failed', json_build_object(
        'id', memo.id, 'title', memo.title, 'reason', new.reason));
    ELSE
      PERFORM tell(new.library, new.recording, 'transcript.finished', json_build_object(
        'id', memo.id, 'title', memo.title, 'duration', memo.duration,
        'language', (
          SELECT language FROM transcriptions
          WHERE library = new.library AND recording = new.recording AND is_current),
        'text', (
          SELECT left(body, 100000) FROM texts
          WHERE library = new.library AND recording = new.recording)));
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transcript_ended AFTER UPDATE OF state ON jobs FOR EACH ROW
  WHEN (new.state IN ('done', 'failed') AND new.state <> old.state)
  EXECUTE FUNCTION transcript_ended();

-- What lets programs reach a library: of what they show, a checksum, by which it is found.
CREATE TABLE access_tokens (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  row bigint GENERATED ALWAYS AS IDENTITY,
  name text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  -- Names with a space between them.
  scopes text NOT NULL,
  created_at double precision NOT NULL,
  used_at double precision,
  PRIMARY KEY (library, name),
  UNIQUE (library, sha256)
);

CREATE INDEX access_tokens_by_sha256 ON access_tokens (sha256, row);

-- A link that opens one memo until it expires: of its secret, a checksum.
CREATE TABLE share_links (
  library integer NOT NULL,
  row bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  recording bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  created_at double precision NOT NULL,
  expires_at double precision NOT NULL,
  PRIMARY KEY (library, id),
  UNIQUE (library, sha256),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
);

CREATE INDEX share_links_by_sha256 ON share_links (sha256, row);

CREATE INDEX share_links_by_recording ON share_links (library, recording);

CREATE INDEX share_links_by_time ON share_links (library, expires_at);

-- A file elsewhere that needs no more looking at as long as it stays as it is.
CREATE TABLE taken_files (
  library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  byte_count bigint NOT NULL,
  modified_ns bigint NOT NULL,
  problem text,
  PRIMARY KEY (library, path)
);

ALTER TABLE access_tokens ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON access_tokens USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON jobs USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE recordings ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON recordings USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE revisions ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON revisions USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE segments ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON segments USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE share_links ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON share_links USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE speakers ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON speakers USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE taken_files ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON taken_files USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE texts ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON texts USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE transcriptions ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON transcriptions USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE voices ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON voices USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON webhook_events USING (library = current_library())
  WITH CHECK (library = current_library());

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON webhooks USING (library = current_library())
  WITH CHECK (library = current_library());

-- Claims the oldest job of a library that nobody works on, or that was left by who did. A lease
-- that ends much later than any that begins now was made before the clock was set back.
CREATE FUNCTION claim_in(
  tenant integer, claimer uuid, lease interval, among uuid[], except_for uuid[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  instant CONSTANT timestamptz := moment();
  claimed bigint;
BEGIN
  SELECT jobs.row INTO claimed FROM jobs
  WHERE library = tenant AND state IN ('queued', 'running') AND NOT is_held
    AND (owner IS NULL OR leased_until IS NULL OR leased_until <= instant
      OR leased_until > instant + 2 * lease)
    AND NOT id = ANY (except_for)
    AND (among IS NULL OR recording IN (
      SELECT recordings.row FROM recordings WHERE library = tenant AND id = ANY (among)))
  ORDER BY jobs.row LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  UPDATE jobs SET state = 'running', owner = claimer, leased_until = instant + lease,
    attempts = attempts + 1
  WHERE library = tenant AND jobs.row = claimed;
  RETURN claimed;
END $$;

-- Claims a job of the library whose turn it is. It sees all libraries, and tells of one job.
CREATE FUNCTION claim_anywhere(claimer uuid, lease interval, except_for uuid[])
RETURNS TABLE (tenant integer, name text, job bigint)
LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
AS $$
DECLARE
  claimed bigint;
  turn record;
BEGIN
  FOR turn IN
    SELECT library FROM queues WHERE is_waiting ORDER BY priority DESC, served, library
  LOOP
    claimed := claim_in(turn.library, claimer, lease, NULL, except_for);
    IF claimed IS NOT NULL THEN
      UPDATE queues SET served = served + greatest(1, (
        SELECT duration FROM recordings JOIN jobs ON jobs.library = recordings.library
          AND jobs.recording = recordings.row
        WHERE jobs.library = turn.library AND jobs.row = claimed)) / weight
      WHERE library = turn.library;
      RETURN QUERY SELECT libraries.row, libraries.name, claimed FROM libraries
        WHERE libraries.row = turn.library;
      RETURN;
    END IF;
    -- Nobody asks it again until a job is added, if none is there and nobody is adding one.
    PERFORM FROM queues WHERE library = turn.library FOR UPDATE SKIP LOCKED;
    IF FOUND AND NOT EXISTS (
      SELECT FROM jobs WHERE library = turn.library
        AND state IN ('queued', 'running') AND NOT is_held)
    THEN
      UPDATE queues SET is_waiting = false WHERE library = turn.library;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION library_named(wanted text) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT row FROM libraries WHERE name = wanted;
END;

CREATE FUNCTION library_names() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT name FROM libraries ORDER BY name;
END;

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
END $$;

-- Where two libraries know the same token, it opens the one that knew it first: no other one can
-- take it over.
CREATE FUNCTION library_of_token(shown text) RETURNS TABLE (tenant integer, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT libraries.row, libraries.name
  FROM access_tokens JOIN libraries ON libraries.row = access_tokens.library
  WHERE sha256 = shown ORDER BY access_tokens.row LIMIT 1;
END;

CREATE FUNCTION library_of_link(shown text, at double precision) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT libraries.name FROM share_links
  JOIN libraries ON libraries.row = share_links.library
  JOIN recordings ON recordings.library = share_links.library
    AND recordings.row = share_links.recording
  WHERE share_links.sha256 = shown AND expires_at > at AND trashed_at IS NULL
  ORDER BY share_links.row LIMIT 1;
END;

CREATE FUNCTION queue_shares()
RETURNS TABLE (name text, priority integer, weight double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT libraries.name, queues.priority, queues.weight
  FROM queues JOIN libraries ON libraries.row = queues.library;
END;

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
END $$;

-- For each of these libraries a number that is another one when others than that client have
-- changed it.
CREATE FUNCTION changes_by_others(me uuid, tenants bigint[])
RETURNS TABLE (tenant integer, number bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  SELECT library, hashtextextended(
    string_agg(format('%s %s %s', client, revisions.number, changed_at), ',' ORDER BY client), 0)
  FROM revisions WHERE library = ANY (tenants) AND client <> me GROUP BY library;
END;

-- Forgets what those have left who have not written for a day.
CREATE FUNCTION forget_writers() RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path = speechmemo, pg_temp
BEGIN ATOMIC
  DELETE FROM receipts WHERE kept_at < now() - interval '1 day';
  DELETE FROM revisions WHERE changed_at < now() - interval '1 day';
END;

-- Says at the end of a transaction that it has changed the library, and fails where a program of
-- that version must not write any more.
CREATE FUNCTION changed(me uuid, version integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM may_write(version);
  INSERT INTO revisions AS known (library, client, number) VALUES (current_library(), me, 1)
  ON CONFLICT (library, client)
    DO UPDATE SET number = known.number + 1, changed_at = now();
END $$;

CREATE FUNCTION may_write(version integer) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  oldest CONSTANT integer := (SELECT max(oldest_writer) FROM versions);
BEGIN
  IF version < oldest THEN
    RAISE EXCEPTION 'a program of version % must not write, the oldest is %', version, oldest
      USING ERRCODE = 'SM001';
  END IF;
END $$;

-- Whether anybody in a memo has a name.
CREATE FUNCTION anybody_is_named(tenant integer, memo bigint) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM transcriptions JOIN speakers ON speakers.library = transcriptions.library
      AND speakers.transcription = transcriptions.row
    WHERE transcriptions.library = tenant AND transcriptions.recording = memo AND is_current
      AND speakers.name IS NOT NULL);

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
      WHERE (SELECT trashed_at IS NULL AND date >= since AND date < until
        AND (NOT is_named OR anybody_is_named(tenant, recordings.row))
      FROM recordings WHERE recordings.library = tenant AND recordings.row = memo)
      ORDER BY number LIMIT count - cardinality(meant));
    place := place + 200;
  END LOOP;
  RETURN meant;
END $$;

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
        AND (SELECT trashed_at IS NULL AND date >= since AND date < until
          AND (NOT is_named OR anybody_is_named(tenant, recordings.row))
        FROM recordings WHERE recordings.library = tenant AND recordings.row = texts.recording)
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
END $$;

INSERT INTO versions (number, name, oldest_writer) VALUES
  (1, 'Libraries, and what is in them', 1);

INSERT INTO libraries (name) VALUES ('anna');

INSERT INTO queues (library, priority, weight) VALUES (1, 2, 0.5);

-- Memos in every state, and one in the trash.
INSERT INTO recordings (
  library, id, title, date, duration, audio_file, audio_format, sample_rate, channel_count,
  byte_count, sha256, provenance, original_name, original_date, device, tags, is_favorite,
  trashed_at, status, progress, reason
) VALUES
  (1, '00000000-0000-0000-0000-000000000001', 'Weekly planning', 1000, 12.345, '1.flac', 'flac',
    44100, 2, 1001, 'checksum-1', 'imported', 'Memo 1.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], false, NULL, 'done', NULL, NULL),
  (1, '00000000-0000-0000-0000-000000000002', 'Groceries', 2000, 12.345, '2.flac', 'flac',
    44100, 2, 1002, 'checksum-2', 'recorded', NULL, NULL, 'USB microphone',
    ARRAY['work', 'a "quoted" tag'], true, NULL, 'queued', NULL, NULL),
  (1, '00000000-0000-0000-0000-000000000003', 'Interview', 3000, 12.345, '3.flac', 'flac',
    44100, 2, 1003, 'checksum-3', 'imported', 'Memo 3.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], false, NULL, 'running', 0.5, NULL),
  (1, '00000000-0000-0000-0000-000000000004', 'Noise', 4000, 12.345, '4.flac', 'flac',
    44100, 2, 1004, 'checksum-4', 'imported', 'Memo 4.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], true, NULL, 'failed', NULL, 'the audio is damaged'),
  (1, '00000000-0000-0000-0000-000000000005', 'Old notes', 5000, 12.345, '5.flac', 'flac',
    44100, 2, 1005, 'checksum-5', 'imported', 'Memo 5.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], false, 9000, 'done', NULL, NULL),
  (1, '00000000-0000-0000-0000-000000000006', '会議', 6000, 12.345, '6.flac', 'flac',
    44100, 2, 1006, 'checksum-6', 'imported', 'Memo 6.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], true, NULL, 'done', NULL, NULL),
  (1, '00000000-0000-0000-0000-000000000007', 'Duplicate', 7000, 12.345, '7.flac', 'flac',
    44100, 2, 1007, 'checksum-7', 'imported', 'Memo 7.flac', 17, NULL,
    ARRAY['work', 'a "quoted" tag'], false, NULL, 'cancelled', NULL, NULL);

-- The first memo has an earlier transcript, the third an unfinished one.
INSERT INTO transcriptions (
  library, id, recording, is_current, language, engine_name, engine_version, model, settings,
  created_at, edited_at, repairs
) VALUES
  (1, '00000000-0000-0000-0000-0000000000c9', 1, true, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20, 30, 2),
  (1, '00000000-0000-0000-0000-0000000000d1', 1, false, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 10, NULL, NULL),
  (1, '00000000-0000-0000-0000-0000000000cb', 3, false, NULL, '', '', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 5, NULL, NULL),
  (1, '00000000-0000-0000-0000-0000000000cd', 5, true, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20, NULL, NULL),
  (1, '00000000-0000-0000-0000-0000000000ce', 6, true, 'ja', 'engine', '1', 'base',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20, NULL, NULL);

INSERT INTO segments (
  library, transcription, position, start_ms, end_ms, first_word, word_count, text, words, language
) VALUES
  (1, 1, 0, 0, 1000, 0, 2, 'weekly planning',
    '[["weekly",0,500,875],["planning",500,1000,875]]', NULL),
  (1, 1, 1, 1000, 2000, 2, 2, 'starts now',
    '[["starts",1000,1500,875,0],["now",1500,2000,875,1]]', 'de'),
  (1, 2, 0, 0, 1000, 0, 2, 'weekly planing',
    '[["weekly",0,500,875],["planing",500,1000,875]]', NULL),
  (1, 3, 0, 0, 1500, 0, 3, 'where it stopped',
    '[["where",0,500,875],["it",500,1000,875],["stopped",1000,1500,875]]', NULL),
  (1, 4, 0, 0, 1000, 0, 2, 'forgotten words',
    '[["forgotten",0,500,875],["words",500,1000,875]]', NULL),
  (1, 5, 0, 0, 1500, 0, 3, '東京の天気',
    '[["東京",0,500,875],["の",500,1000,875],["天気",1000,1500,875]]', NULL);

INSERT INTO speakers (
  library, transcription, number, name, likely_name, model, embedding, same_likeness
) VALUES
  (1, 1, 0, 'Anna', NULL, 'resemblyzer', '[1,0]', 0.83),
  (1, 1, 1, NULL, 'Ben', 'voices', '[0,1]', 0.65);

INSERT INTO voices (library, name, model, embedding, same_likeness, created_at) VALUES
  (1, 'Anna', 'resemblyzer', '[1,0]', 0.83, 80),
  (1, 'Ben', 'voices', '[0,1]', 0.65, 80),
  (1, 'Cleo', 'voices', '[0.5,0.5]', 0.75, 80);

INSERT INTO jobs (
  library, id, recording, transcription, state, owner, leased_until, attempts, model, settings,
  checkpoint, transcribed_ms, reason, created_at, updated_at
) VALUES
  (1, '00000000-0000-0000-0000-000000000065', 1, 1, 'done', NULL, NULL, 1, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', NULL, 2000, NULL, 5, 20),
  (1, '00000000-0000-0000-0000-000000000066', 2, NULL, 'queued', NULL, NULL, 0, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', NULL, 0, NULL, 5, 5),
  (1, '00000000-0000-0000-0000-000000000067', 3, 3, 'running',
    'b0000000-0000-0000-0000-00000000000b', '1970-01-01 00:00:35Z', 1, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}',
    '{"maker":"engine 2 1 base","start_ms":500,"state":"{\"a\":1}"}', 1500, NULL, 5, 5),
  (1, '00000000-0000-0000-0000-000000000068', 4, NULL, 'failed', NULL, NULL, 3, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', NULL, 0,
    'the audio is damaged', 5, 40),
  (1, '00000000-0000-0000-0000-00000000006b', 7, NULL, 'cancelled', NULL, NULL, 0, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', NULL, 0, NULL, 5, 5);

INSERT INTO texts (library, recording, body, words) VALUES
  (1, 1, 'weekly planning starts now',
    array_to_tsvector(ARRAY['1:weekly', '1:planning', '1:starts', '1:now'])),
  (1, 2, '', array_to_tsvector(ARRAY['1:groceries'])),
  (1, 3, '', array_to_tsvector(ARRAY['1:interview'])),
  (1, 4, '', array_to_tsvector(ARRAY['1:noise'])),
  (1, 5, 'forgotten words',
    array_to_tsvector(ARRAY['1:old', '1:notes', '1:forgotten', '1:words'])),
  (1, 6, '東京 の 天気', array_to_tsvector(ARRAY[
    '1:会議', '1:東京', '1:の', '1:天気',
    '1;会', '1;議', '1;東', '1;京', '1;の', '1;天', '1;気'])),
  (1, 7, '', array_to_tsvector(ARRAY['1:duplicate']));

INSERT INTO taken_files (library, path, byte_count, modified_ns, problem) VALUES
  (1, '/watched/Memo 1.flac', 1001, 17000000000, NULL),
  (1, '/watched/broken.wav', 12, 18000000000, 'it is not an audio file');

INSERT INTO webhooks (library, url, problem) VALUES
  (1, 'http://localhost:9000/hook', 'connection refused');

INSERT INTO webhook_events (library, id, recording, body, created_at, attempts, next_at) VALUES
  (1, 'msg_1', 4, '{"type":"transcript.failed"}', 40, 2, 50);

INSERT INTO access_tokens (library, name, sha256, scopes, created_at, used_at) VALUES
  (1, 'phone', 'token-1', 'read write', 60, 70),
  (1, 'robot', 'token-2', 'transcribe', 60, NULL);

INSERT INTO share_links (library, id, recording, sha256, created_at, expires_at) VALUES
  (1, '00000000-0000-0000-0000-000000000051', 1, 'link-1', 60, 4102444800);
