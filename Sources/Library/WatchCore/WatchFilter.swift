import ImportCore

enum WatchFilter {
  static func includes(file name: String) -> Bool {
    !isHidden(name) && ImportSources.hasAudioExtension(name)
  }

  static func includes(folder name: String) -> Bool {
    !isHidden(name) && !temporaryEndings.contains { name.lowercased().hasSuffix($0) }
  }

  /// Temporary names, such as rsync's `.talk.wav.Xs3k`, `~talk.wav` and `#talk.wav#`.
  private static func isHidden(_ name: String) -> Bool {
    [".", "~", "#"].contains { name.hasPrefix($0) }
  }

  private static let temporaryEndings = [
    ".crdownload", ".download", ".part", ".partial", ".temp", ".tmp",
  ]
}
