import SQLite

struct Migration: Sendable {
  let sql: String
  var work: @Sendable (Connection) throws -> Void = { _ in }

  func run(_ connection: Connection) throws {
    try connection.execute(sql)
    try work(connection)
  }
}

/// `user_version` counts the applied migrations. Released ones are never edited: they aren't rerun.
enum Migrations {
  static let all: [Migration] =
    [
      memosAndTranscripts, processedFiles, webhooks, checkpoints, accessTokens, leases, shareLinks,
      speakers, segmentLanguages, erasures, repairs,
    ].map { Migration(sql: $0) } + [
      Migration(sql: signs) { try $0.indexUnspacedText() }, Migration(sql: traces),
      Migration(sql: textVersions), Migration(sql: sessions), Migration(sql: details),
      Migration(sql: keyedRequests), Migration(sql: summaries),
    ]

  static var newest: Int { all.count }

  private static let accessTokens = """
    -- Clients on other machines authenticate with tokens. Only their checksums are stored.
    CREATE TABLE access_tokens (
      name TEXT PRIMARY KEY,
      sha256 TEXT NOT NULL UNIQUE,
      -- Separated by spaces.
      scopes TEXT NOT NULL,
      created_at REAL NOT NULL,
      used_at REAL
    ) WITHOUT ROWID;
    """

  private static let shareLinks = """
    -- A link that opens one memo until it expires. Only the checksum of its secret is stored.
    CREATE TABLE share_links (
      id TEXT PRIMARY KEY,
      recording INTEGER NOT NULL REFERENCES recordings (row) ON DELETE CASCADE,
      sha256 TEXT NOT NULL UNIQUE,
      created_at REAL NOT NULL,
      expires_at REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX share_links_by_recording ON share_links (recording);
    """

  private static let repairs = """
    -- How often the engine transcribed a passage again. Unknown for existing transcripts.
    ALTER TABLE transcriptions ADD COLUMN repairs INTEGER;
    """

  private static let details = """
    -- A JSON object: what else the engine reported. NULL if nothing.
    ALTER TABLE transcriptions ADD COLUMN details TEXT;
    """

  private static let summaries = """
    -- A memo's newest summary. `edited_at` is the transcript's with the summarized text. `body` is
    -- the JSON of `Summary`.
    CREATE TABLE summaries (
      recording INTEGER PRIMARY KEY REFERENCES recordings (row) ON DELETE CASCADE,
      transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
      edited_at REAL,
      body TEXT NOT NULL
    );
    CREATE INDEX summaries_by_transcription ON summaries (transcription);
    """

  private static let signs = """
    -- Texts with characters of scripts without spaces between words, for an index of characters:
    -- with U+001F next to each such character, and otherwise as in `texts`.
    CREATE TABLE signs (
      recording INTEGER PRIMARY KEY REFERENCES recordings (row) ON DELETE CASCADE,
      title TEXT NOT NULL,
      body TEXT NOT NULL
    );
    -- Vowels and tones of these scripts are combining marks (M), which have to match.
    CREATE VIRTUAL TABLE sign_index USING fts5 (
      title, body, content = 'signs', content_rowid = 'recording',
      tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
    );
    CREATE TRIGGER signs_inserted AFTER INSERT ON signs BEGIN
      INSERT INTO sign_index (rowid, title, body) VALUES (new.recording, new.title, new.body);
    END;
    CREATE TRIGGER signs_deleted AFTER DELETE ON signs BEGIN
      INSERT INTO sign_index (sign_index, rowid, title, body)
        VALUES ('delete', old.recording, old.title, old.body);
    END;
    CREATE TRIGGER signs_updated AFTER UPDATE ON signs BEGIN
      INSERT INTO sign_index (sign_index, rowid, title, body)
        VALUES ('delete', old.recording, old.title, old.body);
      INSERT INTO sign_index (rowid, title, body) VALUES (new.recording, new.title, new.body);
    END;
    """

  private static let traces = """
    -- The trace id of the request that enqueued the job, for logs.
    ALTER TABLE jobs ADD COLUMN trace TEXT;
    """

  private static let textVersions = """
    -- The texts that a memo has had, oldest first: a transcript's first known text, or, with
    -- `change`, an edit of the text before. `change` is the JSON of `TextDifference`. `edited_at`
    -- is the transcript's with this text. `restored` is the version that an undo brought back.
    CREATE TABLE text_versions (
      row INTEGER PRIMARY KEY,
      transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
      made_at REAL NOT NULL,
      edited_at REAL,
      restored INTEGER,
      change TEXT
    );
    CREATE INDEX text_versions_by_transcription ON text_versions (transcription);
    """

  private static let sessions = """
    -- `kind` is 'token', 'session' or 'code'; NULL for existing tokens. `parent` is the token or
    -- session with which this one ends.
    ALTER TABLE access_tokens ADD COLUMN kind TEXT;
    ALTER TABLE access_tokens
      ADD COLUMN parent TEXT REFERENCES access_tokens (name) ON DELETE CASCADE;
    ALTER TABLE access_tokens ADD COLUMN expires_at REAL;
    CREATE INDEX access_tokens_by_parent ON access_tokens (parent);
    """

  private static let keyedRequests = """
    -- Requests with an `Idempotency-Key`. `reply` is NULL while one runs.
    CREATE TABLE keyed_requests (
      sha256 TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      reply TEXT,
      expires_at REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keyed_requests_by_time ON keyed_requests (expires_at);
    """

  private static let speakers = """
    -- The speakers of a transcript. `number` is the fifth value of a word in `segments.words`.
    -- `embedding` describes the voice: a JSON array, comparable with those of the same `model`.
    CREATE TABLE speakers (
      transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      name TEXT,
      likely_name TEXT,
      model TEXT,
      embedding TEXT,
      PRIMARY KEY (transcription, number)
    ) WITHOUT ROWID;

    -- A voice that the user chose to remember.
    CREATE TABLE voices (
      name TEXT PRIMARY KEY,
      model TEXT NOT NULL,
      embedding TEXT NOT NULL,
      created_at REAL NOT NULL
    ) WITHOUT ROWID;
    """

  private static let segmentLanguages = """
    -- NULL if it is the transcript's language.
    ALTER TABLE segments ADD COLUMN language TEXT;
    """

  private static let erasures = """
    -- Has a row while the write-ahead log may still contain a forgotten voice.
    CREATE TABLE erasures (row INTEGER PRIMARY KEY CHECK (row = 1));

    -- The likeness from which two embeddings of a `model` count as one person, as the engine
    -- reports it. Existing embeddings get the values that the engine reported then.
    ALTER TABLE speakers ADD COLUMN same_likeness REAL;
    ALTER TABLE voices ADD COLUMN same_likeness REAL;
    UPDATE speakers SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END
      WHERE embedding IS NOT NULL;
    UPDATE voices SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END;
    """

  private static let leases = """
    -- `owner` now identifies a claim, which is valid until `leased_until`. `process` made the
    -- claim: if another process sees that it has ended, it can claim the job immediately.
    ALTER TABLE jobs ADD COLUMN leased_until REAL;
    ALTER TABLE jobs ADD COLUMN process TEXT;
    """

  private static let checkpoints = """
    -- The state from which the engine resumes, as JSON, written with the segments before it.
    ALTER TABLE jobs ADD COLUMN checkpoint TEXT;
    """

  private static let processedFiles = """
    -- A file in a watched folder that is skipped until it changes.
    CREATE TABLE taken_files (
      path TEXT PRIMARY KEY,
      byte_count INTEGER NOT NULL,
      modified_ns INTEGER NOT NULL,
      problem TEXT
    ) WITHOUT ROWID;
    """

  private static let webhooks = """
    -- The address that receives events. Its secret is in a file, not in the database.
    CREATE TABLE webhooks (
      row INTEGER PRIMARY KEY CHECK (row = 1),
      url TEXT NOT NULL,
      problem TEXT
    );

    -- Undelivered events, written in the transaction of the change. `body` is JSON. A memo's events
    -- are deleted with it.
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
}
