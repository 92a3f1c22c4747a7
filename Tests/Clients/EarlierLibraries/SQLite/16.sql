-- A JSON object: what else the engine reported. NULL if nothing.
ALTER TABLE transcriptions ADD COLUMN details TEXT;

UPDATE transcriptions SET details = '{"hasFaintSpeech":true}' WHERE row = 1;

PRAGMA user_version = 16;
