import TerminalClient
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide

/// `speechmemo rename`: gives a memo another title.
struct RenameCommand {
  var id: String
  var title: String

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    let title = self.title.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !title.allSatisfy(\.isWhitespace)
    else { throw CommandFailure("a memo's title cannot be empty; give it some words") }
    var recording = try await RecordingReference(id).recording()
    let old = recording.title
    recording.title = title
    try await database.update(recording: recording)
    terminal.note("\(recording.id.short): \(old.printable) → \(title.printable)")
  }
}
