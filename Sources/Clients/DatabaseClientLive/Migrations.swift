/// The steps that migrate a library's database to this version, in order.
///
/// A step is never edited once it has been released: a library made by it must still open. The
/// number of steps that a database has taken is its `user_version`.
enum Migrations {
  static let all: [String] = [
    memosAndTranscripts, takenFiles, webhooks, checkpoints, accessTokens, leases, shareLinks,
    speakers, segmentLanguages,
  ]

  /// The `user_version` that this program writes.
  static var newest: Int { all.count }

  private static let accessTokens = """
    -- What lets programs on other machines reach this library: of what they show, a checksum.
    CREATE TABLE access_tokens (
      name TEXT PRIMARY KEY,
      sha256 TEXT NOT NULL UNIQUE,
      -- Names with a space between them.
      scopes TEXT NOT NULL,
      created_at REAL NOT NULL,
      used_at REAL
    ) WITHOUT ROWID;
    """

  private static let shareLinks = """
    -- A link that opens one memo until it expires: of its secret, a checksum. It goes with the memo.
    CREATE TABLE share_links (
      id TEXT PRIMARY KEY,
      recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
      sha256 TEXT NOT NULL UNIQUE,
      created_at REAL NOT NULL,
      expires_at REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX share_links_by_recording ON share_links (recording);
    """

  private static let speakers = """
    -- Who speaks in a transcript. Words name who says them by `number`, as a fifth value in
    -- `segments.words`. `embedding` is how a speaker sounds, a JSON array that only those of the same
    -- `model` compare with.
    CREATE TABLE speakers (
      transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      name TEXT,
      likely_name TEXT,
      model TEXT,
      embedding TEXT,
      PRIMARY KEY (transcription, number)
    ) WITHOUT ROWID;

    -- A voice that a person had remembered.
    CREATE TABLE voices (
      name TEXT PRIMARY KEY,
      model TEXT NOT NULL,
      embedding TEXT NOT NULL,
      created_at REAL NOT NULL
    ) WITHOUT ROWID;
    """

  private static let segmentLanguages = """
    -- What is spoken in it, where that is not the transcript's language.
    ALTER TABLE segments ADD COLUMN language TEXT;
    """

  private static let leases = """
    -- `owner` is one claim from now on, and its job's until `leased_until`. `process` is who made it,
    -- so that the end of one that can be seen need not be waited for.
    ALTER TABLE jobs ADD COLUMN leased_until REAL;
    ALTER TABLE jobs ADD COLUMN process TEXT;
    """

  private static let checkpoints = """
    -- From where the engine goes on, as JSON. It is written with the segments up to there.
    ALTER TABLE jobs ADD COLUMN checkpoint TEXT;
    """

  private static let takenFiles = """
    -- A file outside the library that needs no more looking at as long as it stays as it is.
    CREATE TABLE taken_files (
      path TEXT PRIMARY KEY,
      byte_count INTEGER NOT NULL,
      modified_ns INTEGER NOT NULL,
      problem TEXT
    ) WITHOUT ROWID;
    """

  private static let webhooks = """
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
    """

  private static let memosAndTranscripts = """
    -- One memo. Times are seconds; dates are seconds since 1970, UTC.
    CREATE TABLE recordings (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      date REAL NOT NULL,
      duration REAL NOT NULL,
      audio_file TEXT NOT NULL,
      audio_format TEXT NOT NULL,
      sample_rate INTEGER NOT NULL,
      channel_count INTEGER NOT NULL,
      byte_count INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      provenance TEXT NOT NULL,
      original_name TEXT,
      original_date REAL,
      device TEXT,
      -- A JSON array of texts.
      tags TEXT NOT NULL,
      is_favorite INTEGER NOT NULL,
      trashed_at REAL,
      -- How far the transcript is, with its progress or the reason why there is none.
      status TEXT NOT NULL,
      progress REAL,
      reason TEXT
    );
    CREATE INDEX recordings_kept_by_date ON recordings (date DESC, row DESC)
      WHERE trashed_at IS NULL;
    CREATE INDEX recordings_trashed ON recordings (trashed_at) WHERE trashed_at IS NOT NULL;
    CREATE INDEX recordings_by_sha256 ON recordings (sha256);

    -- A transcript, whole or in the making. `is_current` marks the one that is shown.
    CREATE TABLE transcriptions (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
      is_current INTEGER NOT NULL,
      language TEXT,
      engine_name TEXT NOT NULL,
      engine_version TEXT NOT NULL,
      model TEXT NOT NULL,
      settings TEXT NOT NULL,
      created_at REAL NOT NULL,
      edited_at REAL
    );
    CREATE INDEX transcriptions_by_recording ON transcriptions (recording, is_current);

    -- `words` is a JSON array of [text, start ms, end ms, confidence in thousandths];
    -- `first_word` is how many words the transcript has before this segment.
    CREATE TABLE segments (
      transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL,
      text TEXT NOT NULL,
      first_word INTEGER NOT NULL,
      words TEXT NOT NULL,
      PRIMARY KEY (transcription, position)
    ) WITHOUT ROWID;

    -- A transcription to be made. `owner` is the process that works on it.
    CREATE TABLE jobs (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
      transcription INTEGER REFERENCES transcriptions (row) ON DELETE SET NULL,
      state TEXT NOT NULL,
      owner TEXT,
      attempts INTEGER NOT NULL,
      model TEXT,
      settings TEXT NOT NULL,
      transcribed_ms INTEGER NOT NULL,
      reason TEXT,
      created_at REAL NOT NULL,
      updated_at REAL NOT NULL
    );
    CREATE INDEX jobs_unfinished ON jobs (row) WHERE state IN ('queued', 'running');
    CREATE INDEX jobs_by_recording ON jobs (recording, row);

    -- What search reads. `body` is the current transcript's words with one space between them,
    -- so that a word's place in the text is its index in the transcript.
    CREATE TABLE texts (
      recording INTEGER PRIMARY KEY REFERENCES recordings (row) ON DELETE CASCADE,
      title TEXT NOT NULL,
      body TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE text_index USING fts5 (
      title, body, content = 'texts', content_rowid = 'recording',
      tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
    );
    CREATE TRIGGER texts_inserted AFTER INSERT ON texts BEGIN
      INSERT INTO text_index (rowid, title, body) VALUES (new.recording, new.title, new.body);
    END;
    CREATE TRIGGER texts_deleted AFTER DELETE ON texts BEGIN
      INSERT INTO text_index (text_index, rowid, title, body)
        VALUES ('delete', old.recording, old.title, old.body);
    END;
    CREATE TRIGGER texts_updated AFTER UPDATE ON texts BEGIN
      INSERT INTO text_index (text_index, rowid, title, body)
        VALUES ('delete', old.recording, old.title, old.body);
      INSERT INTO text_index (rowid, title, body) VALUES (new.recording, new.title, new.body);
    END;
    """
}
