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
    -- The library that the transaction has set; NULL, which matches no rows, if it has set none.
    CREATE FUNCTION current_library() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
      RETURN nullif(current_setting('speechmemo.library', true), '')::integer
    """,
    """
    -- The clock for leases.
    CREATE FUNCTION moment() RETURNS timestamptz LANGUAGE sql VOLATILE
      RETURN clock_timestamp()
    """,
    """
    -- How often each client has changed a library. Other clients poll it.
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
      -- In the order of insertion.
      row bigint GENERATED ALWAYS AS IDENTITY,
      id uuid NOT NULL,
      title text NOT NULL,
      -- For sorting, regardless of the case of ASCII letters.
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
    -- A complete or growing transcript. `is_current` marks the one that is shown.
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
      -- How often the engine transcribed a passage again; NULL if unknown.
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
    -- `words` is the JSON of `StoredWords`. The server must not parse it, since it rejects U+0000.
    -- `first_word` counts the words of the transcript before this segment.
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
      -- NULL if it is the transcript's language.
      language text,
      PRIMARY KEY (library, transcription, position) INCLUDE (first_word),
      FOREIGN KEY (library, transcription) REFERENCES transcriptions ON DELETE CASCADE
    )
    """,
    """
    -- The speakers of a transcript. `embedding` is JSON that describes the voice. From the likeness
    -- `same_likeness`, two embeddings count as one person.
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
    -- A voice that the user chose to remember.
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
    -- The text that is searched. `body` is the current transcript as `IndexedText`. `words` has
    -- each word of body and title once, as `IndexedWords` spells it, and each character of scripts
    -- without spaces. All are prefixed with the library, so that one index serves all libraries.
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
    -- Clients authenticate with tokens, which are found by their checksums.
    CREATE TABLE access_tokens (
      library integer NOT NULL REFERENCES libraries ON DELETE CASCADE,
      row bigint GENERATED ALWAYS AS IDENTITY,
      name text COLLATE "C" NOT NULL,
      sha256 text COLLATE "C" NOT NULL,
      -- Separated by spaces.
      scopes text NOT NULL,
      created_at double precision NOT NULL,
      used_at double precision,
      PRIMARY KEY (library, name),
      UNIQUE (library, sha256)
    )
    """,
    "CREATE INDEX access_tokens_by_sha256 ON access_tokens (sha256, row)",
    """
    -- A link that opens one memo until it expires. Only the checksum of its secret is stored.
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
    -- A file in a watched folder that is skipped until it changes.
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
