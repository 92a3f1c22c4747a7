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
      try write(text, to: URL(fileURLWithPath: output))
    } catch {
      throw CommandFailure(
        "\(output.printable) cannot be written: \(error.localizedDescription)")
    }
  }

  /// A file is written beside and moved into its place: a full disk leaves the old one as it was.
  /// A pipe or a device must not be replaced by a file, nor a link to a file be.
  private func write(_ text: String, to url: URL) throws {
    var status = stat()
    let isSpecial = stat(url.path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    try Data(text.utf8).write(
      to: isSpecial ? url : url.resolvingSymlinksInPath(), options: isSpecial ? [] : .atomic)
  }
}
