import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TerminalClient

extension CommandTable {
  static let backupFolder = Parameter<String>.argument(
    "FOLDER", completion: .folders, help: "The backup's folder.")

  static let backup: Command = {
    let prune = Parameter.flag(
      "prune", help: "Delete audio from the backup that no memo in the library uses.")
    return Command(
      "backup", summary: "Back up the library to a folder, or update an existing backup",
      discussion: """
        Copies the settings and all memos, including those in the trash, with their transcripts. \
        The library may be in use. Only audio that is missing from the folder is copied, and files \
        are never modified in place, so an incremental backup of the folder with restic or borg \
        stays small, too. The previous backup stays valid until the new one is complete. If a \
        backup is interrupted, run the command again to resume it. 'speechmemo verify FOLDER' \
        checks the backup, and 'speechmemo restore FOLDER' restores it.
        """,
      options: [prune], refusedOptions: GlobalOptions.localOnly, arguments: [backupFolder]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let folder = XDGFolders().url(of: arguments[backupFolder], isDirectory: true)
      let meter = MemoMeter("Backing up")
      defer { meter.erase() }
      let outcome = try await BackupMaker()(to: folder, prunes: arguments[prune]) {
        meter.update($0, of: $1)
      }
      meter.erase()
      try terminal.finish(
        outcome.problems, outcome.text(in: folder),
        json: [
          "event": "backedUp", "folder": folder.path, "memos": outcome.memoCount,
          "added": outcome.addedCount, "bytes": outcome.addedByteCount,
          "unused": outcome.unusedCount, "pruned": outcome.prunedCount,
          "problems": outcome.problems.count,
        ])
    }
  }()
}

extension BackupMaker.Outcome {
  fileprivate func text(in folder: URL) -> String {
    let text = """
      \(memoCount.counted("memo")) in \(folder.path.printable): \
      \(addedCount.counted("new audio file")), \(addedByteCount.fileSize) copied
      """
    if prunedCount > 0 {
      return "\(text), \(prunedCount.counted("audio file")) of deleted memos removed"
    }
    if unusedCount > 0 {
      return
        "\(text); \(unusedCount.counted("audio file")) of deleted memos kept (remove with --prune)"
    }
    return text
  }
}
