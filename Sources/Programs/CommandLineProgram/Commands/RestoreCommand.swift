import ArgumentParsing
import BackupCore
import FileStorage
import Foundation
import SharedModels
import Styleguide

/// `speechmemo restore`: takes the memos of a backup into the library.
struct RestoreCommand {
  var folder: String
  var json = false

  /// Returns whether all of the backup is in the library.
  func run() async throws -> Bool {
    let url = XDGFolders().url(of: folder, isDirectory: true)
    let outcome = try await BackupRestorer()(from: url)
    let report = ProblemReport(json: json)
    try report.problems(outcome.problems)
    try report.done(Event(folder: url.path, outcome), text(outcome))
    return outcome.problems.isEmpty
  }

  private func text(_ outcome: BackupRestorer.Outcome) -> String {
    var parts = ["\(outcome.addedCount.counted("memo")) restored"]
    if outcome.existingCount > 0 { parts.append("\(outcome.existingCount) already there") }
    if outcome.transcribedCount > 0 {
      parts.append("of these, \(outcome.transcribedCount) got a transcript")
    }
    if outcome.repairedCount > 0 {
      parts.append("of these, \(outcome.repairedCount) got their sound back")
    }
    if outcome.hasSettings { parts.append("and the settings") }
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
    "restore", summary: "Take the memos of a backup into the library",
    discussion: """
      Memos that are in the library already, by their id or their sound, stay as they are; but sound \
      that was lost or damaged is replaced, and a memo without a transcript gets the backup's. The \
      settings are restored into an empty library only. What is interrupted goes on the next time. \
      The backup is not changed.
      """,
    arguments: [backupFolder]
  ) { arguments in
    try await RestoreCommand(folder: arguments[backupFolder], json: arguments[json])
      .run() ? .done : .failed
  }
}
