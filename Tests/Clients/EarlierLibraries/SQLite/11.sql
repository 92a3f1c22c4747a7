-- How often the engine has put right what it had heard badly at first; not known of those that are
-- there already.
ALTER TABLE transcriptions ADD COLUMN repairs INTEGER;

UPDATE transcriptions SET repairs = 2 WHERE row = 1;

PRAGMA user_version = 11;
