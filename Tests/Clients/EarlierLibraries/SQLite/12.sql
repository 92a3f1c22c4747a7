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

INSERT INTO signs (recording, title, body) VALUES
  (6, '会' || char(31) || '議', '東' || char(31) || '京 の 天' || char(31) || '気');

PRAGMA user_version = 12;
