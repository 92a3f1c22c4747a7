-- Has a row while the write-ahead log may have something that was forgotten.
CREATE TABLE erasures (row INTEGER PRIMARY KEY CHECK (row = 1));

-- How alike two embeddings of a `model` are when they are of one person: by what the engine said
-- of it, and for those that are there already, what it said then.
ALTER TABLE speakers ADD COLUMN same_likeness REAL;
ALTER TABLE voices ADD COLUMN same_likeness REAL;
UPDATE speakers SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END
  WHERE embedding IS NOT NULL;
UPDATE voices SET same_likeness = CASE model WHEN 'resemblyzer' THEN 0.83 ELSE 0.65 END;

INSERT INTO voices (name, model, embedding, created_at, same_likeness) VALUES
  ('Cleo', 'voices', '[0.5,0.5]', 80.0, 0.75);

PRAGMA user_version = 10;
