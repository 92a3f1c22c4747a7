PRAGMA journal_mode = WAL;

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

-- Memos in every state, and one in the trash.
INSERT INTO recordings (
  id, title, date, duration, audio_file, audio_format, sample_rate, channel_count, byte_count,
  sha256, provenance, original_name, original_date, device, tags, is_favorite, trashed_at, status,
  progress, reason
) VALUES
  ('00000000-0000-0000-0000-000000000001', 'Weekly planning', 1000.0, 12.345, '1.flac', 'flac',
    44100, 2, 1001, 'checksum-1', 'imported', 'Memo 1.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 0, NULL, 'done', NULL, NULL),
  ('00000000-0000-0000-0000-000000000002', 'Groceries', 2000.0, 12.345, '2.flac', 'flac',
    44100, 2, 1002, 'checksum-2', 'recorded', NULL, NULL, 'USB microphone',
    '["work","a \"quoted\" tag"]', 1, NULL, 'queued', NULL, NULL),
  ('00000000-0000-0000-0000-000000000003', 'Interview', 3000.0, 12.345, '3.flac', 'flac',
    44100, 2, 1003, 'checksum-3', 'imported', 'Memo 3.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 0, NULL, 'running', 0.5, NULL),
  ('00000000-0000-0000-0000-000000000004', 'Noise', 4000.0, 12.345, '4.flac', 'flac',
    44100, 2, 1004, 'checksum-4', 'imported', 'Memo 4.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 1, NULL, 'failed', NULL, 'the audio is damaged'),
  ('00000000-0000-0000-0000-000000000005', 'Old notes', 5000.0, 12.345, '5.flac', 'flac',
    44100, 2, 1005, 'checksum-5', 'imported', 'Memo 5.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 0, 9000.0, 'done', NULL, NULL),
  ('00000000-0000-0000-0000-000000000006', '会議', 6000.0, 12.345, '6.flac', 'flac',
    44100, 2, 1006, 'checksum-6', 'imported', 'Memo 6.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 1, NULL, 'done', NULL, NULL),
  ('00000000-0000-0000-0000-000000000007', 'Duplicate', 7000.0, 12.345, '7.flac', 'flac',
    44100, 2, 1007, 'checksum-7', 'imported', 'Memo 7.flac', 17.0, NULL,
    '["work","a \"quoted\" tag"]', 0, NULL, 'cancelled', NULL, NULL);

-- The first memo has an earlier transcript, the third an unfinished one.
INSERT INTO transcriptions (
  id, recording, is_current, language, engine_name, engine_version, model, settings, created_at,
  edited_at
) VALUES
  ('00000000-0000-0000-0000-0000000000c9', 1, 1, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20.0, 30.0),
  ('00000000-0000-0000-0000-0000000000d1', 1, 0, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 10.0, NULL),
  ('00000000-0000-0000-0000-0000000000cb', 3, 0, NULL, '', '', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 5.0, NULL),
  ('00000000-0000-0000-0000-0000000000cd', 5, 1, 'en', 'engine', '1', 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20.0, NULL),
  ('00000000-0000-0000-0000-0000000000ce', 6, 1, 'ja', 'engine', '1', 'base',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 20.0, NULL);
INSERT INTO segments (transcription, position, start_ms, end_ms, text, first_word, words) VALUES
  (1, 0, 0, 1000, 'weekly planning', 0,
    '[["weekly",0,500,875],["planning",500,1000,875]]'),
  (1, 1, 1000, 2000, 'starts now', 2,
    '[["starts",1000,1500,875],["now",1500,2000,875]]'),
  (2, 0, 0, 1000, 'weekly planing', 0,
    '[["weekly",0,500,875],["planing",500,1000,875]]'),
  (3, 0, 0, 1500, 'where it stopped', 0,
    '[["where",0,500,875],["it",500,1000,875],["stopped",1000,1500,875]]'),
  (4, 0, 0, 1000, 'forgotten words', 0,
    '[["forgotten",0,500,875],["words",500,1000,875]]'),
  (5, 0, 0, 1500, '東京の天気', 0,
    '[["東京",0,500,875],["の",500,1000,875],["天気",1000,1500,875]]');

INSERT INTO jobs (
  id, recording, transcription, state, owner, attempts, model, settings, transcribed_ms, reason,
  created_at, updated_at
) VALUES
  ('00000000-0000-0000-0000-000000000065', 1, 1, 'done', NULL, 1, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 2000, NULL, 5.0, 20.0),
  ('00000000-0000-0000-0000-000000000066', 2, NULL, 'queued', NULL, 0, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 0, NULL, 5.0, 5.0),
  ('00000000-0000-0000-0000-000000000067', 3, 3, 'running', '4711:1234567', 1, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 1500, NULL, 5.0, 5.0),
  ('00000000-0000-0000-0000-000000000068', 4, NULL, 'failed', NULL, 3, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}',
    0, 'the audio is damaged', 5.0, 40.0),
  ('00000000-0000-0000-0000-00000000006b', 7, NULL, 'cancelled', NULL, 0, 'tiny.en',
    '{"beamSize":3,"vocabulary":"Erewhon","voiceActivityFilter":true}', 0, NULL, 5.0, 5.0);

INSERT INTO texts (recording, title, body) VALUES
  (1, 'Weekly planning', 'weekly planning starts now'),
  (2, 'Groceries', ''),
  (3, 'Interview', ''),
  (4, 'Noise', ''),
  (5, 'Old notes', 'forgotten words'),
  (6, '会議', '東京 の 天気'),
  (7, 'Duplicate', '');

PRAGMA user_version = 1;
