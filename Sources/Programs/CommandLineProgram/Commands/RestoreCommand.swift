import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TerminalClient

extension CommandTable {
  static let restore: Command = {
    let keep = Parameter.flag(
      "keep", help: "Where you edited both, keep the library's edits, titles, tags, and dates.")
    let replace = Parameter.flag(
      "replace",
      help: "Where you edited both, take the backup's edits, titles, tags, and dates.")
    return Command(
      "restore", summary: "Restore memos from a backup",
      discussion: """
        Memos that the library already has, with the same ID or the same audio, stay, but lost or \
        damaged audio is replaced, and a memo without a transcript gets the one from the backup. \
        Edits of transcripts, titles, tags, and dates come back where you made those in the backup \
        and not those in the library. Where you made both, the command asks before it restores \
        anything; without a terminal, it needs --keep or --replace. Settings are restored only into \
        an empty library. If a restore is interrupted, run the command again to resume it. The \
        backup is not changed.
        """,
      options: [keep, replace], refusedOptions: GlobalOptions.localOnly,
      traits: [.worksWithoutDatabase], arguments: [backupFolder]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      guard !(arguments[keep] && arguments[replace])
      else { throw arguments.usageError("--keep and --replace cannot be combined") }
      let folder = XDGFolders().url(of: arguments[backupFolder], isDirectory: true)
      let meter = MemoMeter("Restoring")
      defer { meter.erase() }
      let outcome = try await BackupRestorer()(from: folder) { titles in
        if arguments[keep] { return .library }
        if arguments[replace] { return .backup }
        return try await chosen(titles)
      } onProgress: {
        meter.update($0, of: $1)
      }
      meter.erase()
      try terminal.finish(
        outcome.problems, outcome.text,
        json: [
          "event": "restored", "folder": folder.path, "added": outcome.addedCount,
          "existing": outcome.existingCount, "transcribed": outcome.transcribedCount,
          "updated": outcome.updatedCount, "repaired": outcome.repairedCount,
          "settings": outcome.hasSettings, "problems": outcome.problems.count,
        ])
    }
  }()

  private static func chosen(_ titles: [String]) async throws -> BackupRestorer.Precedence {
    @Dependency(\.terminal) var terminal
    let replaces = try await terminal.isConfirmed(
      """
      You have edited \(BackupFailure.memos(titles).printable) both in the library and in the backup. \
      Replace the library's edits, titles, tags, and dates? [y/N]\u{20}
      """)
    guard let replaces
    else { throw BackupFailure.edited(titles: titles) }
    return replaces ? .backup : .library
  }
}

extension BackupRestorer.Outcome {
  fileprivate var text: String {
    let parts = [
      "\(addedCount.counted("memo")) restored",
      existingCount > 0 ? "\(existingCount) already in the library" : nil,
      transcribedCount > 0 ? "\(transcribedCount.counted("transcript")) added" : nil,
      updatedCount > 0 ? "\(updatedCount.counted("memo")) updated" : nil,
      repairedCount > 0 ? "\(repairedCount.counted("audio file")) repaired" : nil,
      hasSettings ? "settings restored" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
