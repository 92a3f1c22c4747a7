import ArgumentParsing

enum Manual {
  static func page(version: String) -> String {
    CommandTable.speechmemo(version: version)
      .manualPage(date: "November 2026", sections: sections)
  }

  private static let sections = [
    (
      title: "JSON",
      text: """
      With --json, each line of output is one object. Keys are stable; new ones may be added. \
      An error that ends a command is never an object: it goes to standard error and sets the exit \
      status. All commands accept --json except app, completions, manual and mcp, whose output is \
      for people, shells, man and agents.

      list, show: id, title, date, duration (seconds), format, state (none, queued, running, \
      done, failed or cancelled), progress (0 to 1, while running), reason (if it failed), \
      tags, favorite, file (its name in the audio folder), originalName, sha256, trashedAt. show \
      adds transcript, if there is one: id, createdAt, editedAt, engine (name, version), language, \
      model, settings, repairs (how often the engine transcribed a passage again), and segments with \
      text, start, end (seconds) and words, each with text, start, end and confidence (0 to 1); \
      details may have device and precision (of the engine), hasFaintSpeech (if audio without words \
      has something that may be speech), isForeign (if the speech is probably not in the model's \
      only language) and turns (of the speakers as the engine found them, with speaker, start and \
      end).

      record: event recording, with time (seconds), when the first audio has arrived; event \
      heard, with time (seconds recorded so far), settled (the words that became final since the \
      last such line) and open (the words after them, which the next line replaces), each with \
      text, start and end; then as import.

      import, retry: event (saved, existing, transcribed or failed), id, title, and, depending on \
      the event, file (for a download, its address without a password), date, dateSource (given, \
      metadata, name, modified, or imported for the time of the import), words, text, track (the \
      audio track of a file with several), reason; event refused for a file that cannot be \
      imported, with file and reason.

      transcribe: event (transcribed or failed), file, and, depending on the event, duration \
      (seconds), words, confidence (their mean, 0 to 1: the share that should be right), transcript as show has it, output (the file that was written), id (of the \
      memo, with --keep), reason.

      recover: as import.

      play: event (playing, with duration, then ended), id, title. rename: event (renamed, \
      with oldTitle, or unchanged), id, title. edit: event (edited, with words, their new number, or \
      unchanged), id, title. favorite: event (favorite or unchanged), id, title, favorite. delete: \
      event (trashed), undo: event (restored; reverted, with version, whose text is back, replaced, \
      the version before, and, without --to, undone (edit or transcript); or unchanged), \
      empty-trash: event (deleted), tidy: event (trashed or deleted; with --dry-run wouldTrash or \
      wouldDelete), each with id and title. empty-trash, tidy: event (failed), \
      with reason and, in empty-trash, file (whose deletion failed). maintain: as tidy, and, if a \
      library fails, event (failed), with library and reason.

      history: version, date, words (their number), author (user or engine), engine (name, \
      version), model, restored (the version that an undo brought back), isCurrent; with --show \
      version and text.

      tag: event (tagged or unchanged), id, title, tags; without --add and --remove as list, or, \
      without IDs, tag and count (of memos).

      export: event (exported), id, title, format, and file, or without --output text; event \
      failed, with id, title and reason.

      stats: memos, words, duration and transcribedDuration (seconds), wordsPerMinute, longest \
      (id, title, duration), mostSaid (a list of word and count), speakers (a list of name and \
      duration), weeks (a list of start, memos, duration, words; the oldest first).

      summarize: id, title, sentence, keyPoints, decisions, actionItems, suggestedTitle, dropped (how \
      many points were left out, because their quotes are not in the transcript), isStale (whether \
      the transcript has changed since), and the origin: model, promptVersion, createdAt, transcript, \
      transcriptEditedAt. Each point has text, quote, start, end (seconds), words (the first of the \
      quote, and the one after it), and, in actionItems, who and when if the memo says so.

      models: kind (speech, speakers for speaker detection, or device for where the engine runs, \
      with name, precision and reason), name, bytes, languages, license, \
      licenseFile (where its text is), folder, isInstalled, isUsed. models add, remove, use: event \
      (added, removed or used), name.

      setup-engine: event (step, with percent and step, then installed, or packed with file) and \
      model, the default, unless the engine was up to date.

      speakers list, find, name, merge, assign: number, label, name, likelyName, seconds. speakers \
      voices: name, model, createdAt. speakers forget: event (forgotten), name, erased (whether it \
      is gone from all files of the library).

      search: id, title, date, time (of the match, in seconds), word (the index of the word), excerpt.

      transcriber: event (began, failed, finished or speakersFailed), id, library, and, depending on \
      the event, detail, trace (of the request for the transcript); listening, with address and port.

      watch: as import, or event (waiting, found, missing, moved, deleted, postponed, refused or \
      problem) and, depending on it, file, to, folder, reason.

      share: id (of the link), memo, title, createdAt, expiresAt, and, if links change, event \
      (shared, with link, or revoked).

      serve: event (listening, with address, port and date, then request), with address (of the \
      client), date, method, path, status, token (its name) and trace.

      tokens: name, kind (token, session or code), parent (the name of the token with which it ends), \
      scopes, createdAt, expiresAt, lastUsedAt. tokens add: event (added), name, scopes, token, \
      address, expiresAt. tokens revoke: event (revoked), name.

      libraries: name, priority, weight. libraries add, share: event (added or shared), library. \
      libraries prepare: event (prepared), steps. libraries transcribers: name, createdAt, lastUsedAt.

      migrate: event (moved), id, title, then event (migrated), moved, stayed.

      settings: setting, value, isDefault.

      devices: kind (input or output), id, name, default, muted, monitor (whether it captures \
      playback).

      doctor: what, verdict (good, remark or wrong), detail, fix (if there is one).

      backup: event (backedUp), folder, memos, added, bytes (of the added audio), unused, pruned, \
      problems (how many). restore: event (restored), folder, added, existing, transcribed, \
      updated, repaired, settings (whether they were restored), problems. verify: event (verified), folder, \
      memos, bytes, date (of a backup), unused, problems. move: event (moved, finished or stayed), \
      id, title. Before that, each of these commands writes a line per problem: problem (changedSound, \
      database, missingSound, partialMemo, straySound, twin or unreadableSound), detail, fix, and, \
      depending on it, file and id.

      export --format json: version, id, title, tags, date, duration, language, model, engine, \
      text, segments with text, start, end (seconds) and words, each with the same plus confidence \
      (0 to 1), and summary, as summarize prints it, unless there is none of this transcript.

      Dates are ISO 8601 in UTC.
      """
    ),
    (
      title: "EXIT STATUS",
      text: """
      0 success, 1 failure, 2 wrong usage, 130 stopped by Ctrl-C, 143 stopped by SIGTERM. A search \
      without results exits with 1. Ending a recording or the app with Ctrl-C is a success.
      """
    ),
    (
      title: "ENVIRONMENT",
      text: """
      \(paragraphs(EnvironmentVariable.all.map { ($0.name, $0.help) }))

      Paths in SPEECHMEMO_HOME, SPEECHMEMO_ENGINE and SPEECHMEMO_HELPER can begin with ~/ or be \
      relative to the current folder. Relative paths in XDG_ variables are ignored.
      """
    ),
    (title: "FILES", text: paragraphs(DataFile.all.map { ($0.path, $0.help) })),
  ]

  private static func paragraphs(_ rows: [(name: String, help: String)]) -> String {
    rows.map { "\($0.name): \($0.help)" }.joined(separator: "\n\n")
  }
}
