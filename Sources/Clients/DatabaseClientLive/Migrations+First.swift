extension Migrations {
  static let memosAndTranscripts = """
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
      -- A JSON array of strings.
      tags TEXT NOT NULL,
      is_favorite INTEGER NOT NULL,
      trashed_at REAL,
      -- The state of the transcription, with its progress or the reason of its failure.
      status TEXT NOT NULL,
      progress REAL,
      reason TEXT
    );
    CREATE INDEX recordings_kept_by_date ON recordings (date DESC, row DESC)
      WHERE trashed_at IS NULL;
    CREATE INDEX recordings_trashed ON recordings (trashed_at) WHERE trashed_at IS NOT NULL;
    CREATE INDEX recordings_by_sha256 ON recordings (sha256);

    -- A complete or growing transcript. `is_current` marks the one that is shown.
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
    -- `first_word` counts the words of the transcript before this segment.
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

    -- A transcription to be made. `owner` is the process that claimed it.
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

    -- The text that is searched. `body` has the current transcript's words, separated by single
    -- spaces, so that the n-th word of the text is the n-th word of the transcript.
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
