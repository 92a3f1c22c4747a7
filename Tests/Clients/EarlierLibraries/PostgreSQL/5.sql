-- `settings` is JSON: an object of texts.
CREATE TABLE library_settings (
  library integer PRIMARY KEY REFERENCES libraries ON DELETE CASCADE,
  revision bigint NOT NULL,
  settings text NOT NULL
);

ALTER TABLE library_settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_library ON library_settings USING (library = current_library())
  WITH CHECK (library = current_library());

INSERT INTO versions (number, name, oldest_writer) VALUES
  (5, 'Settings', 1);

INSERT INTO library_settings (library, revision, settings) VALUES (1, 3, '{"language":"de"}');
