public import ArgumentParsing
import Dependencies
import ExportCore
import ExportFilesClient
import FileStorage
import Foundation
import LibraryFolder
import SharedModels
import Styleguide
import TerminalClient
import TranscriptExport

struct ExportCommand {
  let selection: RecordingSelection
  /// `nil` to choose by the output's extension.
  let content: ExportContent?
  let naming: OutputNaming
  let output: String?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var library

  private let exporter = Exporter()

  init(
    _ selection: RecordingSelection, as content: ExportContent?, to output: String?,
    named naming: OutputNaming
  ) {
    self.selection = selection
    self.content = content
    self.naming = naming
    self.output = output == "-" ? nil : output
  }

  func run() async throws {
    let recordings = try await selection.recordings(in: nil)
    guard let output
    else { return try await terminal.isJSON ? printObjects(recordings) : print(recordings) }
    let place = XDGFolders().url(of: output)
    if output.hasSuffix("/") {
      try await failing(at: output) {
        guard !library.owns(place)
        else { throw ExportProblem.isLibrary(path: place.path) }
        try await files.makeFolder(at: place)
      }
    }
    guard try await failing(at: output, { try await files.item(at: place) == .folder })
    else { return try await write(recordings, to: place, named: output) }
    try await write(recordings, into: place)
  }

  private func print(_ recordings: [Recording]) async throws {
    guard let recording = recordings.first, recordings.count == 1
    else {
      throw CommandFailure(
        """
        \(recordings.count.counted("memo")) cannot be written to standard output: \
        name a folder with --output
        """)
    }
    switch content ?? .transcript(.txt) {
    case .audio:
      guard !terminal.isTerminal(stream: .output)
      else {
        throw CommandFailure(
          "audio cannot be written to a terminal: name a file or a folder with --output")
      }
      let place = URL(fileURLWithPath: "/dev/stdout")
      try await export(recording, as: .audio, to: place, named: "-", replacing: true)
    case .transcript(let format):
      try terminal.print(text: try await text(of: recording, as: format), to: .output)
    }
  }

  private func printObjects(_ recordings: [Recording]) async throws {
    guard case .transcript(let format) = content ?? .transcript(.txt)
    else {
      throw CommandFailure("audio cannot be written as JSON: name a file or a folder with --output")
    }
    try await each(recordings) { recording in
      let text = try await text(of: recording, as: format)
      try terminal.json(
        .memo("exported", recording, ["format": format.rawValue, "text": text]))
    }
  }

  private func text(of recording: Recording, as format: ExportFormat) async throws -> String {
    try await withUnfinished(recording) {
      try await exporter.text(of: recording, as: format, includingUnfinished: $0)
    }
  }

  /// Continues after failures, and throws at the end.
  private func each(
    _ recordings: [Recording], _ work: (Recording) async throws -> Void
  ) async throws {
    var hasFailed = false
    for recording in recordings {
      do {
        try await work(recording)
      } catch let failure as CommandFailure where recordings.count > 1 || terminal.isJSON {
        let reason = failure.description
        try terminal.warn(reason, json: .memo("failed", recording, ["reason": reason]))
        hasFailed = true
      }
    }
    if hasFailed { throw CommandFailure.alreadyReported }
  }

  private func write(_ recordings: [Recording], to place: URL, named name: String) async throws {
    guard let recording = recordings.first, recordings.count == 1
    else {
      throw CommandFailure(
        """
        \(recordings.count) memos cannot be written to the file \(name.printable); \
        end the name with '/' to create a folder
        """)
    }
    guard naming.template == nil
    else { throw CommandFailure.needsFolder(output: name) }
    let content = content ?? ExportContent(fileName: name, of: recording)
    try await export(recording, as: content, to: place, named: name, replacing: true)
    guard terminal.isJSON
    else {
      return terminal.detail("\(recording.title.printable) was written to \(place.path.printable)")
    }
    try terminal.json(exported(recording, as: content, to: place))
  }

  private func write(_ recordings: [Recording], into folder: URL) async throws {
    let content = content ?? .transcript(.txt)
    var folder = OutputFolder(folder, naming)
    try await each(recordings) { recording in
      let file = try await folder.file(for: recording, as: content)
      try await export(
        recording, as: content, to: file, named: file.path, replacing: naming.overwrites)
      try terminal.line(file.path.printable, json: exported(recording, as: content, to: file))
    }
  }

  private func exported(
    _ recording: Recording, as content: ExportContent, to file: URL
  ) -> JSONObject {
    .memo("exported", recording, ["file": file.path, "format": content.argumentText])
  }

  private func export(
    _ recording: Recording, as content: ExportContent, to place: URL, named name: String,
    replacing: Bool
  ) async throws {
    try await failing(at: name) {
      try await withUnfinished(recording) {
        try await exporter.export(
          recording, as: content, to: place, replacing: replacing, includingUnfinished: $0)
      }
    }
  }

  private func withUnfinished<Value>(
    _ recording: Recording, _ export: (_ includingUnfinished: Bool) async throws -> Value
  ) async throws -> Value {
    do {
      do {
        return try await export(false)
      } catch ExportProblem.noTranscript {
        let value = try await export(true)
        terminal.warn(
          """
          \(recording.label) is only partly \
          transcribed (\(recording.transcription.remark ?? "waiting")): this is the text so far
          """)
        return value
      }
    } catch ExportProblem.noTranscript {
      throw CommandFailure(
        """
        \(recording.label) has no transcript yet \
        (\(recording.transcription.remark ?? "not transcribed")); \
        'speechmemo retry \(recording.id.short)' creates one
        """)
    }
  }
}

extension ExportContent {
  fileprivate init(fileName: String, of recording: Recording) {
    let ending = URL(fileURLWithPath: fileName).pathExtension.lowercased()
    self =
      Self.allCases.first { $0.fileExtension(of: recording) == ending } ?? .transcript(.txt)
  }
}

extension CommandTable {
  static let export: Command = {
    let all = Parameter.flag("all", help: "Export every memo in the library.")
    let format = Parameter<ExportContent?>.option(
      "format", short: "f", placeholder: "FORMAT",
      help: """
        The file format; 'audio' is the audio file as stored in the library. Default: the \
        extension of the output file, or txt.
        """)
    return Command(
      "export", summary: "Export transcripts (text, subtitles, JSON, Markdown) or audio",
      discussion: """
        If --output names an existing file, the file is replaced. If it names a folder, each memo \
        gets a file named after its title or --name; existing files are kept unless --overwrite is \
        given, and the names of the new files are printed. In one run, no memo replaces the file of \
        another. A name that ends with a slash is a folder, which is created if it is missing. \
        If a memo is only partly transcribed, its text so far is exported, with a note on standard \
        error. With --json, each line describes one exported file; without --output, each line \
        contains the text of one memo, for any number of memos.
        """,
      options: [format] + OutputOptions.all + [all] + FilterOptions.all, arguments: [optionalIDs]
    ) { arguments in
      try await ExportCommand(
        RecordingSelection(arguments, isAll: arguments[all]), as: arguments[format],
        to: arguments[OutputOptions.output], named: OutputOptions.naming(arguments)
      ).run()
    }
  }()
}

extension ExportContent: ArgumentValue {}
