import ArgumentParsing
import BackupCore
import FileStorage
import Foundation
import SharedModels
import Styleguide

struct BackupCommand {
  var folder: String
  var json = false
  var prunes = false

  func run() async throws {
    let url = XDGFolders().url(of: folder, isDirectory: true)
    let outcome = try await BackupMaker()(to: url, prunes: prunes)
    let report = ProblemReport(json: json)
    try report.problems(outcome.problems)
    try report.done(Event(folder: url.path, outcome), text(outcome, in: url))
    guard outcome.problems.isEmpty
    else { throw CommandFailure.alreadyReported }
  }

  private func text(_ outcome: BackupMaker.Outcome, in url: URL) -> String {
    var text = """
      \(outcome.memoCount.counted("memo")) in \(url.path.printable): \
      \(outcome.addedCount.counted("new audio file")), \(outcome.addedByteCount.fileSize) copied
      """
    if outcome.prunedCount > 0 {
      text += ", \(outcome.prunedCount.counted("audio file")) of deleted memos removed"
    } else if outcome.unusedCount > 0 {
      text +=
        "; \(outcome.unusedCount.counted("audio file")) of deleted memos kept (remove with --prune)"
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
      try await BackupCommand(
        folder: arguments[backupFolder], json: arguments[json], prunes: arguments[prune]
      ).run()
    }
  }()
}
