import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TerminalClient

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
      refusedOptions: GlobalOptions.localOnly, traits: [.worksWithoutDatabase], arguments: [folder]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let folder = arguments[folder].map { XDGFolders().url(of: $0, isDirectory: true) }
      let meter = MemoMeter("Verifying")
      defer { meter.erase() }
      let outcome =
        if let folder {
          try await LibraryVerifier().backup(in: folder) { meter.update($0, of: $1) }
        } else {
          try await LibraryVerifier().library { meter.update($0, of: $1) }
        }
      meter.erase()
      try terminal.finish(
        outcome.problems, outcome.text,
        json: [
          "event": "verified", "folder": folder?.path, "memos": outcome.memoCount,
          "bytes": outcome.byteCount, "date": outcome.date, "unused": outcome.unusedCount,
          "problems": outcome.problems.count,
        ])
    }
  }()
}

extension LibraryVerifier.Outcome {
  fileprivate var text: String {
    var localTime = LocalTime()
    var text = "\(memoCount.counted("memo")), \(byteCount.fileSize) of audio"
    if let date { text += ", backed up \(localTime.text(for: date))" }
    text += problems.isEmpty ? ": no problems" : ": \(problems.count.counted("problem"))"
    if unusedCount > 0 { text += "; \(unusedCount.counted("audio file")) of deleted memos" }
    return text
  }
}
