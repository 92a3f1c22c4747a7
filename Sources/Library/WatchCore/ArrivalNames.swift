import ImportCore

enum ArrivalNames {
  static func isWanted(file name: String) -> Bool {
    !isHidden(name) && ImportSources.isNamedLikeAudio(name)
  }

  static func isWanted(folder name: String) -> Bool {
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
