-- From where the engine goes on, as JSON. It is written with the segments up to there.
ALTER TABLE jobs ADD COLUMN checkpoint TEXT;

UPDATE jobs
SET checkpoint = '{"maker":"engine 2 1 base","start_ms":500,"state":"{\"a\":1}"}'
WHERE recording = 3;

PRAGMA user_version = 4;
