import TerminalClient
import Dependencies
import ExportCore
import ExportFilesClient
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TranscriptExport

/// `speechmemo export`: transcripts, or the recordings themselves, as files for other programs.
struct ExportCommand {
  var content: ExportContent
  var ids: [String]
  /// The file or folder to write to, or `nil` for standard output.
  var output: String?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.exportFiles) private var files

  private let exporter = Exporter()

  init(ids: [String], content: ExportContent, output: String?) {
    self.content = content
    self.ids = ids
    self.output = output
  }

  func run() async throws {
    var recordings: [Recording] = []
    for id in ids { recordings.append(try await RecordingReference(id).recording(in: nil)) }
    guard let output
    else { return try await print(recordings) }
    let place = URL(fileURLWithPath: output)
    let isFolder = try await failing(at: output) { try await files.item(at: place) == .folder }
    guard isFolder || recordings.count == 1
    else {
      throw CommandFailure(
        "\(output.printable) is not a folder; create one to export \(recordings.count) memos to")
    }
    for recording in recordings {
      if isFolder {
        let file = try await freePlace(for: recording, in: place)
        try await export(recording, to: file, replacing: false)
        try terminal.print(text: "\(file.path.printable)\n", to: .output)
      } else {
        try await export(recording, to: place, replacing: true)
      }
    }
  }

  private func print(_ recordings: [Recording]) async throws {
    guard let recording = recordings.first, recordings.count == 1
    else {
      throw CommandFailure(
        "\(recordings.count) memos cannot go to one output: name a folder with --output")
    }
    guard case .transcript(let format) = content
    else { throw CommandFailure("audio cannot be printed: name a file or a folder with --output") }
    let text = try await explaining(recording) {
      try await exporter.text(of: recording, as: format)
    }
    try terminal.print(text: text, to: .output)
  }

  /// A name in the folder that is free: nobody asked for that name, so no file is replaced.
  private func freePlace(for recording: Recording, in folder: URL) async throws -> URL {
    for name in numberedNames(for: content.fileName(of: recording)) {
      let file = folder.appendingPathComponent(name)
      if try await failing(at: file.path, { try await files.item(at: file) }) == .nothing {
        return file
      }
    }
    return folder
  }

  private func export(_ recording: Recording, to place: URL, replacing: Bool) async throws {
    try await failing(at: output ?? place.path) {
      try await explaining(recording) {
        try await exporter.export(recording, as: content, to: place, replacing: replacing)
      }
    }
  }

  /// Adds the command that makes a missing transcript.
  private func explaining<Value>(
    _ recording: Recording, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch ExportProblem.noTranscript {
      throw CommandFailure(
        """
        \(recording.id.short) \(recording.title.printable) has no transcript yet \
        (\(recording.transcription.remark ?? "none was made")); \
        'speechmemo retry \(recording.id.short)' makes it
        """)
    }
  }

  private func failing<Value>(
    at path: String, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as FileStorageError {
      throw CommandFailure("\(path.printable) cannot be written: \(error.reason)")
    } catch let error as ExportProblem {
      throw CommandFailure("\(path.printable) cannot be written: \(error)")
    }
  }
}
