import Foundation
import ImportCore

/// Which names programs give to what is not whole yet.
enum ArrivalNames {
  /// Whether a file of that name may be a sound to import.
  static func isWanted(file name: String) -> Bool {
    !isHidden(name) && ImportSources.isNamedLikeAudio(name)
  }

  /// Whether a folder of that name may have such files in it.
  static func isWanted(folder name: String) -> Bool {
    !isHidden(name) && !temporaryEndings.contains { name.lowercased().hasSuffix($0) }
  }

  /// Names that programs choose for files that are nobody else's business: `.talk.wav.Xs3k` of
  /// rsync, `~talk.wav`, `#talk.wav#`.
  private static func isHidden(_ name: String) -> Bool {
    [".", "~", "#"].contains { name.hasPrefix($0) }
  }

  /// A file with such an ending is not named like audio, so this is about folders, as browsers make
  /// them.
  private static let temporaryEndings = [
    ".crdownload", ".download", ".part", ".partial", ".temp", ".tmp",
  ]
}
