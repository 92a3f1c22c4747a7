import ArgumentParsing
import BackupCore
import FileStorage
import Foundation
import SharedModels

struct RestoreCommand {
  var folder: String
  var json = false

  func run() async throws {
    let url = XDGFolders().url(of: folder, isDirectory: true)
    let outcome = try await BackupRestorer()(from: url)
    let report = ProblemReport(json: json)
    try report.problems(outcome.problems)
    try report.done(Event(folder: url.path, outcome), text(outcome))
    guard outcome.problems.isEmpty
    else { throw CommandFailure.alreadyReported }
  }

  private func text(_ outcome: BackupRestorer.Outcome) -> String {
    var parts = ["\(outcome.addedCount.counted("memo")) restored"]
    if outcome.existingCount > 0 { parts.append("\(outcome.existingCount) already in the library") }
    if outcome.transcribedCount > 0 {
      parts.append("\(outcome.transcribedCount.counted("transcript")) added")
    }
    if outcome.repairedCount > 0 {
      parts.append("\(outcome.repairedCount.counted("audio file")) repaired")
    }
    if outcome.hasSettings { parts.append("settings restored") }
    return parts.joined(separator: ", ")
  }

  private struct Event: Encodable {
    let event = "restored"
    let folder: String
    let added: Int
    let existing: Int
    let transcribed: Int
    let repaired: Int
    let settings: Bool
    let problems: Int

    init(folder: String, _ outcome: BackupRestorer.Outcome) {
      self.folder = folder
      added = outcome.addedCount
      existing = outcome.existingCount
      transcribed = outcome.transcribedCount
      repaired = outcome.repairedCount
      settings = outcome.hasSettings
      problems = outcome.problems.count
    }
  }
}

extension CommandTable {
  static let restore = Command(
    "restore", summary: "Restore memos from a backup",
    discussion: """
      Memos that the library already has, with the same ID or the same audio, stay as they are, \
      except that lost or damaged audio is replaced, and a memo without a transcript gets the one \
      from the backup. Settings are restored only into an empty library. If a restore is \
      interrupted, run the command again to resume it. The backup is not changed.
      """,
    refusedOptions: GlobalOptions.localOnly, arguments: [backupFolder]
  ) { arguments in
    try await RestoreCommand(folder: arguments[backupFolder], json: arguments[json]).run()
  }
}
