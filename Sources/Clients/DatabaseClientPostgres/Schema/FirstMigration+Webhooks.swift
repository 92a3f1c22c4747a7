extension PostgresMigration {
  static let webhooks = [
    """
    -- The address that receives a library's events. Its secret is not stored here.
    CREATE TABLE webhooks (
      library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
      url text NOT NULL,
      problem text
    )
    """,
    """
    -- Undelivered events, written in the transaction of the change. `body` is JSON.
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
    )
    """,
    "CREATE INDEX webhook_events_by_recording ON webhook_events (library, recording)",
    "CREATE INDEX webhook_events_by_time ON webhook_events (library, next_at)",
    """
    CREATE FUNCTION iso_8601(instant timestamptz) RETURNS text LANGUAGE sql STABLE
      RETURN to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    """,
    """
    CREATE FUNCTION tell(tenant integer, memo bigint, type text, data json) RETURNS void
    LANGUAGE sql BEGIN ATOMIC
      INSERT INTO webhook_events (library, recording, body) VALUES (tenant, memo, json_build_object(
        'type', type, 'timestamp', iso_8601(moment()), 'data', data)::text);
    END
    """,
    """
    CREATE FUNCTION memo_saved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM webhooks WHERE library = new.library) THEN
        PERFORM tell(new.library, new.row, 'memo.saved', json_build_object(
          'id', new.id, 'title', new.title, 'duration', new.duration,
          -- NULL outside the years 1 to 9999.
          'date', CASE WHEN new.date BETWEEN -62135596800 AND 253402300799
            THEN iso_8601(to_timestamp(new.date)) END));
      END IF;
      RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER memo_saved AFTER INSERT ON recordings FOR EACH ROW
      WHEN (new.trashed_at IS NULL) EXECUTE FUNCTION memo_saved()
    """,
    """
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
    END $$
    """,
    """
    CREATE TRIGGER transcript_ended AFTER UPDATE OF state ON jobs FOR EACH ROW
      WHEN (new.state IN ('done', 'failed') AND new.state <> old.state)
      EXECUTE FUNCTION transcript_ended()
    """,
  ]
}
