-- A JSON object: what else the engine reported. NULL if nothing.
ALTER TABLE transcriptions ADD COLUMN details text;

INSERT INTO versions (number, name, oldest_writer) VALUES (10, 'Details', 1);

UPDATE transcriptions SET details = '{"hasFaintSpeech":true}' WHERE id = '00000000-0000-0000-0000-0000000000c9';
