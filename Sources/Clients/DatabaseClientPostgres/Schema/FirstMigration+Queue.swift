extension PostgresMigration {
  static let queue = [
    """
    -- A transcription to be made. `owner` is its claim, which is valid until `leased_until`. A job
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
    )
    """,
    """
    CREATE INDEX jobs_unfinished ON jobs (library, row)
      WHERE state IN ('queued', 'running') AND NOT is_held
    """,
    """
    CREATE INDEX jobs_told ON jobs (library, row) WHERE state IN ('queued', 'running', 'failed')
    """,
    "CREATE INDEX jobs_done ON jobs (library, updated_at, row) WHERE state = 'done'",
    "CREATE INDEX jobs_by_recording ON jobs (library, recording, row)",
    """
    CREATE INDEX jobs_by_transcription ON jobs (library, transcription)
      WHERE transcription IS NOT NULL
    """,
    """
    -- The turns of libraries. `served` is the claimed audio of a library in seconds, divided by its
    -- weight.
    CREATE TABLE queues (
      library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
      is_waiting boolean NOT NULL DEFAULT false,
      priority integer NOT NULL DEFAULT 0,
      weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0),
      served double precision NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50)
    """,
    "CREATE INDEX queues_waiting ON queues (priority DESC, served, library) WHERE is_waiting",
    """
    -- Marks the library as waiting. The shared lock keeps a concurrent claim that finds no job from
    -- marking it as not waiting.
    CREATE FUNCTION job_waits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = speechmemo, pg_temp
    AS $$
    BEGIN
      PERFORM FROM queues WHERE library = new.library FOR KEY SHARE;
      -- A library without jobs doesn't accumulate turns.
      UPDATE queues SET is_waiting = true, served = greatest(served, coalesce((
        SELECT min(others.served) FROM queues AS others
        WHERE others.is_waiting AND others.priority = queues.priority), served))
      WHERE library = new.library AND NOT is_waiting;
      PERFORM pg_notify('speechmemo_jobs', '');
      RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER job_added AFTER INSERT ON jobs FOR EACH ROW
      WHEN (new.state IN ('queued', 'running') AND NOT new.is_held) EXECUTE FUNCTION job_waits()
    """,
    """
    CREATE TRIGGER job_put_back AFTER UPDATE OF state, is_held ON jobs FOR EACH ROW
      WHEN (NOT new.is_held AND (
        new.state = 'queued' AND old.state <> 'queued'
        OR new.state IN ('queued', 'running') AND old.is_held))
      EXECUTE FUNCTION job_waits()
    """,
    """
    CREATE FUNCTION memo_trashed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE jobs SET is_held = new.trashed_at IS NOT NULL
      WHERE library = new.library AND recording = new.row AND state IN ('queued', 'running');
      RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER memo_trashed AFTER UPDATE OF trashed_at ON recordings FOR EACH ROW
      WHEN ((new.trashed_at IS NULL) <> (old.trashed_at IS NULL)) EXECUTE FUNCTION memo_trashed()
    """,
  ]

  static let claims = [
    """
    -- Claims the oldest job of a library without a valid lease. A lease that ends much later than
    -- one that begins now dates from before the clock was set back.
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
    END $$
    """,
    """
    -- Claims a job of the library whose turn it is. Reads all libraries, and returns one job.
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
        -- If it has no job and none is being added, it is skipped until one is.
        PERFORM FROM queues WHERE library = turn.library FOR UPDATE SKIP LOCKED;
        IF FOUND AND NOT EXISTS (
          SELECT FROM jobs WHERE library = turn.library
            AND state IN ('queued', 'running') AND NOT is_held)
        THEN
          UPDATE queues SET is_waiting = false WHERE library = turn.library;
        END IF;
      END LOOP;
    END $$
    """,
  ]
}
