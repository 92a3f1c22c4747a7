import ConsoleClient
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Styleguide
import TranscriptExport

/// `speechmemo export`: a transcript as a file for other programs.
struct ExportCommand {
  var id: String
  var format: ExportFormat
  /// Where to write, or `nil` for standard output.
  var output: String?

  @Dependency(\.console) private var console
  @Dependency(\.database) private var database

  func run() async throws {
    let recording = try await RecordingReference(id).recording(in: nil)
    guard let transcription = try await database.transcription(of: recording.id)
    else {
      throw CommandFailure(
        """
        \(recording.id.short) \(recording.title.printable) has no transcript yet \
        (\(recording.transcription.remark ?? "none was made")); \
        'speechmemo retry \(recording.id.short)' makes it
        """)
    }
    let text = try export(recording, transcription, as: format)
    guard let output
    else {
      try console.write(text: text, to: .output)
      return
    }
    do {
      // Written beside and moved: a full disk leaves the old file as it was.
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw CommandFailure(
        "\(output.printable) cannot be written: \(error.localizedDescription)")
    }
  }
}
