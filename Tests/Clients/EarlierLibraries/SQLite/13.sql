-- What names the request that has asked for it, in logs.
ALTER TABLE jobs ADD COLUMN trace TEXT;

UPDATE jobs SET trace = '4bf92f3577b34da6a3ce929d0e0e4736' WHERE recording = 2;

PRAGMA user_version = 13;
