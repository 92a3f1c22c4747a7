import ArgumentParsing

/// The manual page: the table of commands, and what it cannot say.
enum Manual {
  static func page(version: String) -> String {
    CommandTable.speechmemo(version: version)
      .manualPage(date: "November 2026", sections: sections)
  }

  private static let sections = [
    (
      title: "JSON",
      text: """
      With --json each line of the output is one object. The keys stay; new ones may come.

      list, show: id, title, date, duration (seconds), format, state (none, queued, running, \
      done, failed or cancelled), progress (0 to 1, while running), reason (where it failed), \
      tags, favorite, file (its name in the audio folder), originalName, sha256, trashedAt. show \
      adds transcript, where there is one: id, createdAt, editedAt, engine (name, version), \
      language, model, settings, and segments with text, start, end (seconds) and words, each with \
      text, start, end and confidence (0 to 1).

      record: event recording, with time (seconds), when the first sound has come; event heard, \
      with time (seconds, how much was recorded by then), settled (the words that are final since \
      the last such line) and open (those after them, which the next line replaces), each with \
      text, start and end; then as import.

      import, retry: event (saved, existing, transcribed or failed), id, title, and as the event \
      has them file, words, text, reason.

      search: id, title, date, time (seconds, where the words were found), word (the index of the \
      word), excerpt.

      settings: setting, value, isDefault.

      devices: kind (input or output), id, name, default, muted, monitor (whether it gives what \
      is played).

      doctor: what, verdict (good, remark or wrong), detail, mend (where something is to be done).

      export --format json: version, id, title, tags, date, duration, language, model, engine, \
      text, segments with text, start and end (seconds), words with confidence (0 to 1) besides.

      Dates are ISO 8601 in UTC.
      """
    ),
    (
      title: "EXIT STATUS",
      text: """
      0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C, 143 by the signal TERM. A recording \
      that Ctrl-C ends is done, and so is the app.
      """
    ),
    (
      title: "ENVIRONMENT",
      text: """
      SPEECHMEMO_HOME: the library's folder.

      SPEECHMEMO_ENGINE: the folder of the speech engine that set-up has made.

      SPEECHMEMO_HELPER: a program that speaks the speech engine protocol, in place of that engine.

      HF_HUB_OFFLINE: if it is 1, no model is fetched from the network.

      PULSE_SERVER: the sound server's address, where it is not the session's own.

      NO_COLOR: if it is set, nothing is coloured.
      """
    ),
  ]
}
