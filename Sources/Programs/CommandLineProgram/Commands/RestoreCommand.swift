import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import TerminalClient

extension CommandTable {
  static let restore = Command(
    "restore", summary: "Restore memos from a backup",
    discussion: """
      Memos that the library already has, with the same ID or the same audio, stay as they are, \
      except that lost or damaged audio is replaced, and a memo without a transcript gets the one \
      from the backup. Settings are restored only into an empty library. If a restore is \
      interrupted, run the command again to resume it. The backup is not changed.
      """,
    refusedOptions: GlobalOptions.localOnly, traits: [.worksWithoutDatabase],
    arguments: [backupFolder]
  ) { arguments in
    @Dependency(\.terminal) var terminal
    let folder = XDGFolders().url(of: arguments[backupFolder], isDirectory: true)
    let outcome = try await BackupRestorer()(from: folder)
    try terminal.finish(
      outcome.problems, outcome.text,
      json: [
        "event": "restored", "folder": folder.path, "added": outcome.addedCount,
        "existing": outcome.existingCount, "transcribed": outcome.transcribedCount,
        "repaired": outcome.repairedCount, "settings": outcome.hasSettings,
        "problems": outcome.problems.count,
      ])
  }
}

extension BackupRestorer.Outcome {
  fileprivate var text: String {
    let parts = [
      "\(addedCount.counted("memo")) restored",
      existingCount > 0 ? "\(existingCount) already in the library" : nil,
      transcribedCount > 0 ? "\(transcribedCount.counted("transcript")) added" : nil,
      repairedCount > 0 ? "\(repairedCount.counted("audio file")) repaired" : nil,
      hasSettings ? "settings restored" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
