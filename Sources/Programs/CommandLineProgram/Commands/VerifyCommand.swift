import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import Styleguide

struct VerifyCommand {
  var folder: String?
  var json = false

  @Dependency(\.timeZone) private var timeZone

  func run() async throws {
    let url = folder.map { XDGFolders().url(of: $0, isDirectory: true) }
    let verifier = LibraryVerifier()
    let outcome =
      if let url { try await verifier.backup(in: url) } else { try await verifier.library() }
    let report = ProblemReport(json: json)
    try report.problems(outcome.problems)
    try report.done(Event(folder: url?.path, outcome), text(outcome))
    guard outcome.problems.isEmpty
    else { throw CommandFailure.alreadyReported }
  }

  private func text(_ outcome: LibraryVerifier.Outcome) -> String {
    var localTime = LocalTime(timeZone: timeZone)
    var text = "\(outcome.memoCount.counted("memo")), \(outcome.byteCount.fileSize) of audio"
    if let date = outcome.date { text += ", backed up \(localTime.text(for: date))" }
    text +=
      outcome.problems.isEmpty
      ? ": no problems" : ": \(outcome.problems.count.counted("problem"))"
    if outcome.unusedCount > 0 {
      text += "; \(outcome.unusedCount.counted("audio file")) of deleted memos"
    }
    return text
  }

  private struct Event: Encodable {
    let event = "verified"
    let folder: String?
    let memos: Int
    let bytes: Int64
    let date: Date?
    let unused: Int
    let problems: Int

    init(folder: String?, _ outcome: LibraryVerifier.Outcome) {
      self.folder = folder
      memos = outcome.memoCount
      bytes = outcome.byteCount
      date = outcome.date
      unused = outcome.unusedCount
      problems = outcome.problems.count
    }
  }
}

extension CommandTable {
  static let verify: Command = {
    let folder = Parameter<String?>.argument(
      optional: "FOLDER", completion: .folders,
      help: "The folder of a backup. Default: the library.")
    return Command(
      "verify", summary: "Check the library or a backup for damage",
      discussion: """
        Checks the database, and the size and checksum of all audio. Prints a line for each problem, \
        with its fix, and exits with status 1 if there are any. Nothing is changed.
        """,
      refusedOptions: GlobalOptions.localOnly, arguments: [folder]
    ) { arguments in
      try await VerifyCommand(folder: arguments[folder], json: arguments[json]).run()
    }
  }()
}
