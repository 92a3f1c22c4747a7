-- Where another program wants to be told of what happens; its secret is not here.
CREATE TABLE webhooks (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  url TEXT NOT NULL,
  problem TEXT
);

-- What is still to be told, written in the transaction in which it happens. `body` is JSON. It
-- goes with its memo: nothing is told of what has been deleted for good.
CREATE TABLE webhook_events (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
  body TEXT NOT NULL,
  created_at REAL NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at REAL NOT NULL DEFAULT 0
);
CREATE INDEX webhook_events_by_recording ON webhook_events (recording);
CREATE INDEX webhook_events_by_time ON webhook_events (next_at);
CREATE TRIGGER memo_saved AFTER INSERT ON recordings
WHEN new.trashed_at IS NULL AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (id, recording, body, created_at) SELECT
    'msg_' || lower(hex(randomblob(16))),
    new.row,
    json_object(
      'type', 'memo.saved', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      'data', json_object(
        'id', new.id, 'title', new.title, 'duration', new.duration,
        'date', strftime('%Y-%m-%dT%H:%M:%fZ', new.date, 'unixepoch'))),
    (julianday('now') - 2440587.5) * 86400.0;
END;
CREATE TRIGGER transcript_finished AFTER UPDATE OF state ON jobs
WHEN new.state = 'done' AND old.state <> 'done' AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (id, recording, body, created_at) SELECT
    'msg_' || lower(hex(randomblob(16))),
    new.recording,
    json_object(
      'type', 'transcript.finished', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      'data', json_object(
        'id', recordings.id, 'title', recordings.title, 'duration', recordings.duration,
        'language', transcriptions.language, 'text', substr(texts.body, 1, 100000))),
    (julianday('now') - 2440587.5) * 86400.0
  FROM recordings
  LEFT JOIN transcriptions
    ON transcriptions.recording = recordings.row AND transcriptions.is_current
  LEFT JOIN texts ON texts.recording = recordings.row
  WHERE recordings.row = new.recording;
END;
CREATE TRIGGER transcript_failed AFTER UPDATE OF state ON jobs
WHEN new.state = 'failed' AND old.state <> 'failed' AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (id, recording, body, created_at) SELECT
    'msg_' || lower(hex(randomblob(16))),
    new.recording,
    json_object(
      'type', 'transcript.failed', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      'data', json_object('id', id, 'title', title, 'reason', new.reason)),
    (julianday('now') - 2440587.5) * 86400.0
  FROM recordings WHERE row = new.recording;
END;

INSERT INTO webhooks (row, url, problem) VALUES
  (1, 'http://localhost:9000/hook', 'connection refused');
INSERT INTO webhook_events (id, recording, body, created_at, attempts, next_at) VALUES
  ('msg_1', 4, '{"type":"transcript.failed"}', 40.0, 2, 50.0);

PRAGMA user_version = 3;
