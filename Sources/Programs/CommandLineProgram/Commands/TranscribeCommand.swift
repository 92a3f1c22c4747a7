public import ArgumentParsing
import Dependencies
import ExportFilesClient
import FileStorage
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Styleguide
import TerminalClient
public import TranscriptExport

struct TranscribeCommand {
  let paths: [String]
  let format: ExportFormat?
  let output: String?
  let naming: OutputNaming
  let givenOptions: [String]
  let keeps: Bool
  let request: JobRequest

  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var library
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard !paths.contains("")
    else { throw CommandFailure("a file name is empty; nothing was transcribed") }
    var inputs: [CommandLineTranscriber.Source] = []
    var failureCount = 0
    for path in paths {
      guard path != "-"
      else {
        inputs.append(.standardInput)
        continue
      }
      var sources = ImportSources()
      sources.add(XDGFolders().url(of: path))
      inputs += sources.files.map { .file($0) }
      for problem in sources.problems {
        let reason = problem.description
        try reportFailure(reason, file: problem.escapedPath, reason: reason)
      }
      failureCount += sources.problems.count
    }
    var destination = try await destination(for: inputs)
    if !inputs.isEmpty {
      try await EngineSetup().offer()
      await ModelDownloads().note([request.model])
    }
    let printer = TranscriptPrinter()
    let transcript = CommandLineTranscriber(
      keeps: keeps, request: request, givenOptions: givenOptions,
      printer: destination.isStream && !terminal.isJSON ? printer : nil)
    var doneCount = 0
    for input in inputs {
      do {
        try Task.checkCancellation()
        let memo = try await transcript.make(of: input)
        try await write(memo, of: input, to: &destination, printer)
        transcript.noteTrack(of: memo, from: input)
        transcript.noteLanguage(of: memo, from: input)
        transcript.noteConfidence(of: memo, from: input)
        doneCount += 1
      } catch let error where error is CancellationError || Task.isCancelled {
        printer.interrupt()
        throw CommandFailure(
          doneCount == 0
            ? "stopped"
            : "stopped; transcribed \(doneCount.grouped) of \(inputs.count.grouped) files")
      } catch let error as TerminalClient.OutputClosed {
        throw error
      } catch let error as TerminalClient.OutputFailed {
        throw error
      } catch {
        printer.interrupt()
        let reason = String(describing: error)
        try reportFailure(input.message(reason), file: input.name, reason: reason)
        failureCount += 1
      }
    }
    guard failureCount == 0
    else { throw CommandFailure.alreadyReported }
  }

  private enum Destination {
    case file(URL, ExportFormat)
    case folder(OutputFolder, ExportFormat)
    case standardOutput(ExportFormat)

    var isStream: Bool { if case .standardOutput(.txt) = self { true } else { false } }
  }

  /// Checks the output before hours of work, not after.
  private func destination(
    for inputs: [CommandLineTranscriber.Source]
  ) async throws -> Destination {
    let count = inputs.count
    guard let output, output != "-"
    else {
      let format = format ?? .txt
      guard count <= 1 || terminal.isJSON || ![.srt, .vtt].contains(format)
      else {
        throw CommandFailure(
          """
          the subtitles of \(count.grouped) files cannot be written to standard output: name a folder \
          with --output
          """
        )
      }
      return .standardOutput(format)
    }
    let url = XDGFolders().url(of: output)
    return try await failing(at: output) {
      guard !inputs.contains(where: { $0.isFile(at: url) }), !library.owns(url)
      else {
        throw CommandFailure(
          "\(output.printable) is an input file or one of the library's; choose another name")
      }
      if output.hasSuffix("/") { try await files.makeFolder(at: url) }
      switch try await files.item(at: url) {
      case .folder:
        let folder = OutputFolder(url, naming) { file in
          inputs.contains { $0.isFile(at: file) }
        }
        return .folder(folder, format ?? .txt)
      case .noFolder:
        throw CommandFailure(
          """
          the folder \(url.deletingLastPathComponent().path.printable) does not exist; create it, \
          or choose another one
          """)
      case .file, .nothing, .stream:
        guard naming.template == nil
        else { throw CommandFailure.needsFolder(output: output) }
        guard count <= 1
        else {
          throw CommandFailure(
            """
            the transcripts of \(count.grouped) files cannot be written to the file \
            \(output.printable); end the name with '/' to create a folder
            """)
        }
        let formatOfExtension = ExportFormat(rawValue: url.pathExtension.lowercased())
        return .file(url, format ?? formatOfExtension ?? .txt)
      }
    }
  }

  private func write(
    _ memo: CommandLineTranscriber.Memo, of input: CommandLineTranscriber.Source,
    to destination: inout Destination, _ printer: TranscriptPrinter
  ) async throws {
    var written: URL?
    switch destination {
    case .file(let file, let format):
      try await write(memo, as: format, to: file)
      written = file
    case .folder(var folder, let format):
      let file = try await folder.file(for: memo.recording, as: .transcript(format))
      destination = .folder(folder, format)
      try await write(memo, as: format, to: file)
      if !terminal.isJSON { try terminal.line(file.path.printable) }
      written = file
    case .standardOutput(let format) where !terminal.isJSON:
      try printer.finish(export(memo.recording, memo.transcription, as: format))
    case .standardOutput:
      break
    }
    guard terminal.isJSON
    else { return }
    try terminal.json(
      [
        "event": "transcribed", "confidence": memo.transcription.confidence, "file": input.name,
        "duration": memo.recording.duration.secondsToMillisecond,
        "id": keeps ? memo.recording.id.text : nil, "output": written?.escapedPath,
        "transcript": memo.transcription.withoutVoices, "words": memo.transcription.wordCount,
      ])
  }

  private func reportFailure(_ message: String, file: String, reason: String) throws {
    terminal.warn(message.printable)
    guard terminal.isJSON
    else { return }
    try terminal.json(["event": "failed", "file": file, "reason": reason])
  }

  private func write(
    _ memo: CommandLineTranscriber.Memo, as format: ExportFormat, to file: URL
  ) async throws {
    let text = try export(memo.recording, memo.transcription, as: format)
    try await failing(at: file.path) { try await files.write(data: Data(text.utf8), to: file) }
  }
}

extension CommandTable {
  static let transcribe: Command = {
    let format = Parameter<ExportFormat?>.option(
      "format", short: "f", placeholder: "FORMAT",
      help: "The file format. Default: the extension of the output file, or txt.")
    let keeps = Parameter.flag(
      "keep", help: "Also add each file to the library, as 'import' does.")
    let paths = Parameter<[String]>.arguments(
      "FILE", completion: .files,
      help: "Audio or video files, folders of them, or - for standard input.")
    let requestOptions = RequestOptions.engine + RequestOptions.files
    return Command(
      "transcribe", summary: "Transcribe audio files without adding them to a library",
      discussion: """
        No library is changed or created unless --keep is given. Text is printed to standard output \
        while it is recognized, unless it has speakers. If --output names an existing file, \
        the file is replaced once the new one is complete. If it names a folder, each transcript gets \
        a file named after its audio file or --name; existing files are kept unless --overwrite is \
        given, and the names of the new files are printed. A name that ends with a slash is a folder, \
        which is created if it is missing. A file that cannot be transcribed does not stop the others.
        """,
      options: [format] + OutputOptions.all + [keeps] + requestOptions,
      traits: [.worksWithoutDatabase], arguments: [paths]
    ) { arguments in
      let naming = try OutputOptions.naming(arguments)
      guard arguments[keeps] || naming.template?.contains(.id) != true
      else { throw arguments.usageError("--name: {id} needs --keep: only memos have an id") }
      try await TranscribeCommand(
        paths: arguments[paths], format: arguments[format],
        output: arguments[OutputOptions.output], naming: naming,
        givenOptions: arguments.labels(ofGiven: requestOptions), keeps: arguments[keeps],
        request: try RequestOptions.request(arguments).completed()
      ).run()
    }
  }()
}

extension ExportFormat: ArgumentValue {}
