extension PostgresMigration {
  static let first = Self(
    number: 1, name: "Libraries and their contents", oldestWriter: 1,
    statements: tenants + memos + transcripts + queue + texts + webhooks + access
      + tenantTables.flatMap(separating) + claims + functions + search)

  /// Tables whose rows are visible and writable only in a transaction that has set their library.
  private static let tenantTables = [
    "access_tokens", "jobs", "recordings", "revisions", "segments", "share_links", "speakers",
    "taken_files", "texts", "transcriptions", "voices", "webhook_events", "webhooks",
  ]

  static func separating(_ table: String) -> [String] {
    [
      "ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY",
      """
      CREATE POLICY one_library ON \(table) USING (library = current_library())
        WITH CHECK (library = current_library())
      """,
    ]
  }

  // Memo dates are doubles, which round-trip. The server's own times are by its clock.

  private static let tenants = [
    """
    CREATE TABLE libraries (
      row integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
      created_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    -- The library that a transaction is about: NULL, which is like none, where it has not said so.
    CREATE FUNCTION current_library() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
      RETURN nullif(current_setting('speechmemo.library', true), '')::integer
    """,
    """
    -- The time by which leases run out.
    CREATE FUNCTION moment() RETURNS timestamptz LANGUAGE sql VOLATILE
      RETURN clock_timestamp()
    """,
    """
    -- How often each client has changed a library: the others look at it from time to time.
    CREATE TABLE revisions (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      client uuid NOT NULL,
      number bigint NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (library, client)
    ) WITH (fillfactor = 50)
    """,
  ]

  private static let memos = [
    """
    CREATE TABLE recordings (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      -- In the order in which memos came.
      row bigint GENERATED ALWAYS AS IDENTITY,
      id uuid NOT NULL,
      title text NOT NULL,
      -- As titles are ordered: without regard to the case of English letters.
      title_key text COLLATE "C" NOT NULL
        GENERATED ALWAYS AS (lower(title COLLATE "C") COLLATE "C") STORED,
      date double precision NOT NULL,
      duration double precision NOT NULL,
      audio_file text NOT NULL,
      audio_format text NOT NULL,
      sample_rate bigint NOT NULL,
      channel_count bigint NOT NULL,
      byte_count bigint NOT NULL,
      sha256 text COLLATE "C" NOT NULL,
      provenance text NOT NULL,
      original_name text,
      original_date double precision,
      device text,
      tags text[] NOT NULL,
      is_favorite boolean NOT NULL,
      trashed_at double precision,
      status text NOT NULL,
      progress double precision,
      reason text,
      PRIMARY KEY (library, row),
      UNIQUE (library, id)
    )
    """,
    // One for each order of a list, in both directions.
    "CREATE INDEX recordings_by_date ON recordings (library, date, row) WHERE trashed_at IS NULL",
    """
    CREATE INDEX recordings_by_title ON recordings (library, title_key, row)
      WHERE trashed_at IS NULL
    """,
    """
    CREATE INDEX recordings_by_duration ON recordings (library, duration, row)
      WHERE trashed_at IS NULL
    """,
    """
    CREATE INDEX recordings_trashed ON recordings (library, date, row) WHERE trashed_at IS NOT NULL
    """,
    """
    CREATE UNIQUE INDEX recordings_without_twins ON recordings (library, sha256)
      WHERE trashed_at IS NULL AND sha256 <> ''
    """,
  ]

  private static let transcripts = [
    """
    -- A transcript, whole or in the making. `is_current` marks the one that is shown.
    CREATE TABLE transcriptions (
      library integer NOT NULL,
      row bigint GENERATED ALWAYS AS IDENTITY,
      id uuid NOT NULL,
      recording bigint NOT NULL,
      is_current boolean NOT NULL,
      language text,
      engine_name text NOT NULL,
      engine_version text NOT NULL,
      model text NOT NULL,
      settings text NOT NULL,
      created_at double precision NOT NULL,
      edited_at double precision,
      -- How often the engine has put right what it had heard badly at first, where that is known.
      repairs bigint,
      PRIMARY KEY (library, row),
      UNIQUE (library, id),
      FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
    )
    """,
    "CREATE INDEX transcriptions_by_recording ON transcriptions (library, recording, row)",
    """
    CREATE UNIQUE INDEX transcriptions_current ON transcriptions (library, recording)
      WHERE is_current
    """,
    """
    -- `words` is JSON, as `StoredWords` has it, which the server must not read: it takes no sign of
    -- number 0. `first_word` is how many words the transcript has before this segment.
    CREATE TABLE segments (
      library integer NOT NULL,
      position integer NOT NULL,
      transcription bigint NOT NULL,
      start_ms bigint NOT NULL,
      end_ms bigint NOT NULL,
      first_word integer NOT NULL,
      word_count integer NOT NULL,
      text text NOT NULL,
      words text NOT NULL,
      -- What is spoken in it, where that is not the transcript's language.
      language text,
      PRIMARY KEY (library, transcription, position) INCLUDE (first_word),
      FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
    )
    """,
    """
    -- Who speaks in a transcript. `embedding`, which is JSON, is how a speaker sounds, and
    -- `same_likeness` how alike two of one person are at least.
    CREATE TABLE speakers (
      library integer NOT NULL,
      transcription bigint NOT NULL,
      number bigint NOT NULL,
      name text,
      likely_name text,
      model text,
      embedding text,
      same_likeness double precision,
      PRIMARY KEY (library, transcription, number),
      FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
    )
    """,
    """
    -- A voice that a person had remembered.
    CREATE TABLE voices (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      name text COLLATE "C" NOT NULL,
      model text NOT NULL,
      embedding text NOT NULL,
      same_likeness double precision,
      created_at double precision NOT NULL,
      PRIMARY KEY (library, name)
    )
    """,
  ]

  private static let texts = [
    """
    -- What search reads. `body` is the current transcript's words as `IndexedText` has them, and
    -- `words` each of its words and of the title's once, as `IndexedWords` spells them, and each sign
    -- of scripts without spaces: with the library in each, so that an index over all libraries is as many indexes as there are libraries.
    CREATE TABLE texts (
      library integer NOT NULL,
      recording bigint NOT NULL,
      body text NOT NULL,
      words tsvector NOT NULL,
      PRIMARY KEY (library, recording),
      FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
    )
    """,
    // With `fastupdate`, each search would read the list of pending entries.
    """
    CREATE INDEX texts_by_word ON texts USING gin (words) WITH (fastupdate = off)
      WHERE body <> ''
    """,
    """
    CREATE INDEX texts_by_title_word ON texts USING gin (words) WITH (fastupdate = off)
      WHERE body = ''
    """,
    "CREATE INDEX texts_spoken ON texts (library, recording) WHERE body <> ''",
  ]

  private static let access = [
    """
    -- What lets programs reach a library: of what they show, a checksum, by which it is found.
    CREATE TABLE access_tokens (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      row bigint GENERATED ALWAYS AS IDENTITY,
      name text COLLATE "C" NOT NULL,
      sha256 text COLLATE "C" NOT NULL,
      -- Names with a space between them.
      scopes text NOT NULL,
      created_at double precision NOT NULL,
      used_at double precision,
      PRIMARY KEY (library, name),
      UNIQUE (library, sha256)
    )
    """,
    "CREATE INDEX access_tokens_by_sha256 ON access_tokens (sha256, row)",
    """
    -- A link that opens one memo until it expires: of its secret, a checksum.
    CREATE TABLE share_links (
      library integer NOT NULL,
      row bigint GENERATED ALWAYS AS IDENTITY,
      id uuid NOT NULL,
      recording bigint NOT NULL,
      sha256 text COLLATE "C" NOT NULL,
      created_at double precision NOT NULL,
      expires_at double precision NOT NULL,
      PRIMARY KEY (library, id),
      UNIQUE (library, sha256),
      FOREIGN KEY (library, recording) REFERENCES recordings ON DELETE CASCADE
    )
    """,
    "CREATE INDEX share_links_by_sha256 ON share_links (sha256, row)",
    "CREATE INDEX share_links_by_recording ON share_links (library, recording)",
    "CREATE INDEX share_links_by_time ON share_links (library, expires_at)",
    """
    -- A file elsewhere that needs no more looking at as long as it stays as it is.
    CREATE TABLE taken_files (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      path text COLLATE "C" NOT NULL,
      byte_count bigint NOT NULL,
      modified_ns bigint NOT NULL,
      problem text,
      PRIMARY KEY (library, path)
    )
    """,
  ]
}
