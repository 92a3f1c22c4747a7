-- A memo's newest summary. `edited_at` is the transcript's with the summarized text. `body` is the
-- JSON of `Summary`.
CREATE TABLE summaries (
  library integer NOT NULL,
  recording bigint NOT NULL,
  transcription bigint NOT NULL,
  edited_at double precision,
  body text NOT NULL,
  PRIMARY KEY (library, recording),
  FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE,
  FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
);

CREATE INDEX summaries_by_transcription ON summaries (library, transcription);

ALTER TABLE summaries ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON summaries USING (library = current_library())
  WITH CHECK (library = current_library());

INSERT INTO versions (number, name, oldest_writer) VALUES (12, 'Summaries', 1);

INSERT INTO summaries (library, recording, transcription, edited_at, body) VALUES
  (1, 1, 1, 30, '{"actionItems":[],"createdAt":"1970-01-01T00:00:40Z","decisions":[],"dropped":1,"keyPoints":[],"model":"gemma","promptVersion":1,"sentence":{"end":1,"quote":"weekly planning","start":0,"text":"The plan of the week.","words":[0,2]},"transcript":"00000000-0000-0000-0000-0000000000c9","transcriptEditedAt":"1970-01-01T00:00:30Z"}');
