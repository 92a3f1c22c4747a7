-- A memo's newest summary. `edited_at` is the transcript's with the summarized text. `body` is
-- the JSON of `Summary`.
CREATE TABLE summaries (
  recording INTEGER PRIMARY KEY REFERENCES recordings (row) ON DELETE CASCADE,
  transcription INTEGER NOT NULL REFERENCES transcriptions (row) ON DELETE CASCADE,
  edited_at REAL,
  body TEXT NOT NULL
);
CREATE INDEX summaries_by_transcription ON summaries (transcription);

INSERT INTO summaries (recording, transcription, edited_at, body) VALUES
  (1, 1, 30.0, '{"actionItems":[],"createdAt":"1970-01-01T00:00:40Z","decisions":[],"dropped":1,"keyPoints":[],"model":"gemma","promptVersion":1,"sentence":{"end":1,"quote":"weekly planning","start":0,"text":"The plan of the week.","words":[0,2]},"transcript":"00000000-0000-0000-0000-0000000000c9","transcriptEditedAt":"1970-01-01T00:00:30Z"}');

PRAGMA user_version = 18;
