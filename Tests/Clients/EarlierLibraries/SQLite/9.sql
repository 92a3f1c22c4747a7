-- What is spoken in it, where that is not the transcript's language.
ALTER TABLE segments ADD COLUMN language TEXT;

UPDATE segments SET language = 'de' WHERE transcription = 1 AND position = 1;

PRAGMA user_version = 9;
