import SQLite

struct Migration: Sendable {
  let sql: String
  var work: @Sendable (Connection) throws -> Void = { _ in }

  func run(_ connection: Connection) throws {
    try connection.execute(sql)
    try work(connection)
  }
}

/// A database's `user_version` counts the migrations that it has had. A released migration is never
/// edited: libraries made by it must still open.
enum Migrations {
  static let all: [Migration] =
    [
      memosAndTranscripts, processedFiles, webhooks, checkpoints, accessTokens, leases, shareLinks,
      speakers, segmentLanguages, erasures, repairs,
    ].map { Migration(sql: $0) } + [
      Migration(sql: signs) { try $0.indexUnspacedText() }, Migration(sql: traces),
    ]

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

  private static let repairs = """
    -- How often the engine has put right what it had heard badly at first; not known of those that are
    -- there already.
    ALTER TABLE transcriptions ADD COLUMN repairs INTEGER;
    """

  private static let signs = """
    -- The texts that have signs of scripts without spaces between words, as another index reads them:
    -- with U+001F beside each sign, and otherwise as in `texts`.
    CREATE TABLE signs (
      recording INTEGER PRIMARY KEY REFERENCES recordings (row) ON DELETE CASCADE,
      title TEXT NOT NULL,
      body TEXT NOT NULL
    );
    -- Vowels and tones of these scripts are marks, and a part of what is looked for.
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
    -- What names the request that has asked for it, in logs.
    ALTER TABLE jobs ADD COLUMN trace TEXT;
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

  private static let erasures = """
    -- Has a row while the write-ahead log may have something that was forgotten.
    CREATE TABLE erasures (row INTEGER PRIMARY KEY CHECK (row = 1));

    -- How alike two embeddings of a `model` are when they are of one person: by what the engine said
    -- of it, and for those that are there already, what it said then.
    ALTER TABLE speakers ADD COLUMN same_likeness REAL;
    ALTER TABLE voices ADD COLUMN same_likeness REAL;
    UPDATE speakers SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END
      WHERE embedding IS NOT NULL;
    UPDATE voices SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END;
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

  private static let processedFiles = """
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
}
