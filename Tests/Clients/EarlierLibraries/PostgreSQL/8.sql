-- A transcript's first known text, or, with `change`, an edit of the text before. `change` is the
-- JSON of `TextDifference`. `edited_at` is the transcript's with this text. `restored` is the
-- version that an undo brought back.
CREATE TABLE text_versions (
  library integer NOT NULL,
  -- In the order of the versions.
  row bigint GENERATED ALWAYS AS IDENTITY,
  transcription bigint NOT NULL,
  made_at double precision NOT NULL,
  edited_at double precision,
  restored bigint,
  change text,
  PRIMARY KEY (library, row),
  FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
);

CREATE INDEX text_versions_by_transcription ON text_versions (library, transcription, row);

ALTER TABLE text_versions ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON text_versions USING (library = current_library())
  WITH CHECK (library = current_library());

INSERT INTO versions (number, name, oldest_writer) VALUES (8, 'Versions of texts', 1);

INSERT INTO text_versions (library, transcription, made_at, edited_at, change) VALUES
  (1, 2, 10, NULL, NULL),
  (1, 1, 20, NULL, NULL),
  (1, 1, 30, 30, '[[0,[[0,1000,"weekly planing",null,[["weekly",0,500,875],["planing",500,1000,875]]]],[[0,1000,"weekly planning",null,[["weekly",0,500,875],["planning",500,1000,875]]]]]]');
