-- `owner` is one claim from now on, and its job's until `leased_until`. `process` is who made it,
-- so that the end of one that can be seen need not be waited for.
ALTER TABLE jobs ADD COLUMN leased_until REAL;
ALTER TABLE jobs ADD COLUMN process TEXT;

UPDATE jobs
SET owner = 'B0000000-0000-0000-0000-00000000000B', leased_until = 35.0,
  process = '6a0ba0a1-b0ff-4c1e-8e9f-6f2b8f7b4d11 pid:[4026531836] 4711 1234567'
WHERE recording = 3;

PRAGMA user_version = 6;
