ALTER TABLE jobs ADD COLUMN trace text COLLATE "C";

INSERT INTO versions (number, name, oldest_writer) VALUES
  (4, 'Traces of jobs', 1);

UPDATE jobs SET trace = '4bf92f3577b34da6a3ce929d0e0e4736' WHERE recording = 2;
