import ArgumentParsing
import BackupCore
import FileStorage
import Foundation
import SharedModels
import Styleguide

/// `speechmemo backup`: brings the backup in a folder up to date.
struct BackupCommand {
  var folder: String
  var json = false
  var prunes = false

  /// Returns whether all of the library is in it.
  func run() async throws -> Bool {
    let url = XDGFolders().url(of: folder, isDirectory: true)
    let outcome = try await BackupMaker()(to: url, prunes: prunes)
    let report = ProblemReport(json: json)
    try report.problems(outcome.problems)
    try report.done(Event(folder: url.path, outcome), text(outcome, in: url))
    return outcome.problems.isEmpty
  }

  private func text(_ outcome: BackupMaker.Outcome, in url: URL) -> String {
    var text = """
      \(outcome.memoCount.counted("memo")) in \(url.path.printable): \
      \(outcome.addedCount.counted("new sound")), \(outcome.addedByteCount.fileSize) copied
      """
    if outcome.prunedCount > 0 {
      text += ", \(outcome.prunedCount.counted("sound")) of deleted memos removed"
    } else if outcome.unusedCount > 0 {
      text +=
        "; \(outcome.unusedCount.counted("sound")) of deleted memos kept, which --prune removes"
    }
    return text
  }

  private struct Event: Encodable {
    let event = "backedUp"
    let folder: String
    let memos: Int
    let added: Int
    let bytes: Int64
    let unused: Int
    let pruned: Int
    let problems: Int

    init(folder: String, _ outcome: BackupMaker.Outcome) {
      self.folder = folder
      memos = outcome.memoCount
      added = outcome.addedCount
      bytes = outcome.addedByteCount
      unused = outcome.unusedCount
      pruned = outcome.prunedCount
      problems = outcome.problems.count
    }
  }
}

extension CommandTable {
  static let backupFolder = Parameter<String>.argument(
    "FOLDER", completion: .folders, help: "The backup's folder.")

  static let backup: Command = {
    let prune = Parameter.flag(
      "prune", help: "Delete the sound of memos that are not in the library any more.")
    return Command(
      "backup", summary: "Copy the library to a folder, or bring that copy up to date",
      discussion: """
        Memos, with those in the trash, transcripts and settings. The library may be used \
        meanwhile. Only sound that the folder does not have is copied, and no file in it is ever \
        changed, so that a backup of the folder by restic or borg stays small, too. Until the end, \
        the backup before is whole; what is interrupted goes on the next time. 'speechmemo verify \
        FOLDER' reads it all again, and 'speechmemo restore FOLDER' brings it back.
        """,
      options: [prune], arguments: [backupFolder]
    ) { arguments in
      try await BackupCommand(
        folder: arguments[backupFolder], json: arguments[json], prunes: arguments[prune]
      ).run() ? .done : .failed
    }
  }()
}
