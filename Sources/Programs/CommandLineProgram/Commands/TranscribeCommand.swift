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
  let keeps: Bool
  let request: JobRequest

  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var library
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard !paths.contains("")
    else { throw CommandFailure("a file name is empty; nothing was transcribed") }
    var sounds: [CommandLineTranscriber.Source] = []
    var failureCount = 0
    for path in paths {
      guard path != "-"
      else {
        sounds.append(.standardInput)
        continue
      }
      var sources = ImportSources()
      sources.add(XDGFolders().url(of: path))
      sounds += sources.files.map { .file($0) }
      for problem in sources.problems { terminal.warn(problem.description.printable) }
      failureCount += sources.problems.count
    }
    let place = try await place(for: sounds)
    let transcript = CommandLineTranscriber(keeps: keeps, request: request)
    var doneCount = 0
    for sound in sounds {
      do {
        try Task.checkCancellation()
        let memo = try await transcript.make(of: sound)
        try await write(memo, of: sound, to: place, isFirst: doneCount == 0)
        doneCount += 1
      } catch let error where error is CancellationError || Task.isCancelled {
        throw CommandFailure(
          doneCount == 0
            ? "stopped"
            : "stopped; transcribed \(doneCount.grouped) of \(sounds.count.grouped) files")
      } catch let error as TerminalClient.OutputClosed {
        throw error
      } catch let error as TerminalClient.OutputFailed {
        throw error
      } catch {
        let reason = String(describing: error)
        terminal.warn(sound.message(reason).printable)
        if terminal.isJSON {
          try terminal.json(["event": "failed", "file": sound.name, "reason": reason])
        }
        failureCount += 1
      }
    }
    guard failureCount == 0
    else { throw CommandFailure.alreadyReported }
  }

  // MARK: - Output

  private enum Place {
    case file(URL, ExportFormat)
    case folder(URL, ExportFormat)
    case standardOutput(ExportFormat)
  }

  /// Checks the output before hours of work, not after.
  private func place(for sounds: [CommandLineTranscriber.Source]) async throws -> Place {
    let count = sounds.count
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
    let place = XDGFolders().url(of: output)
    return try await failing(at: output) {
      if output.hasSuffix("/") { try await files.makeFolder(at: place) }
      switch try await files.item(at: place) {
      case .folder:
        return .folder(place, format ?? .txt)
      case .noFolder:
        throw CommandFailure(
          """
          the folder \(place.deletingLastPathComponent().path.printable) does not exist; create it, or \
          choose another one
          """)
      case .file, .nothing, .stream:
        guard count <= 1
        else {
          throw CommandFailure(
            """
            the transcripts of \(count.grouped) files cannot be written to the file \
            \(output.printable); end the name with '/' to create a folder
            """)
        }
        guard !sounds.contains(where: { $0.isFile(at: place) }), !library.owns(place)
        else {
          throw CommandFailure(
            "\(output.printable) is an input file or one of the library's; choose another name")
        }
        let ending = ExportFormat(rawValue: place.pathExtension.lowercased())
        return .file(place, format ?? ending ?? .txt)
      }
    }
  }

  private func write(
    _ memo: CommandLineTranscriber.Memo, of sound: CommandLineTranscriber.Source, to place: Place,
    isFirst: Bool
  ) async throws {
    var written: URL?
    switch place {
    case .file(let file, let format):
      try await write(memo, as: format, to: file)
      written = file
    case .folder(let folder, let format):
      let file = try await files.unusedURL(
        for: memo.recording, as: .transcript(format), in: folder)
      try await write(memo, as: format, to: file)
      if !terminal.isJSON { try terminal.line(file.path.printable) }
      written = file
    case .standardOutput(let format) where !terminal.isJSON:
      let text = try export(memo.recording, memo.transcription, as: format)
      try terminal.print(text: isFirst ? text : "\n\(text)", to: .output)
    case .standardOutput:
      break
    }
    guard terminal.isJSON
    else { return }
    try terminal.json(
      [
        "event": "transcribed", "file": sound.name,
        "duration": memo.recording.duration.secondsToMillisecond,
        "id": keeps ? memo.recording.id.text : nil, "output": written?.escapedPath,
        "transcript": memo.transcription.withoutVoices, "words": memo.transcription.wordCount,
      ])
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
    let output = Parameter<String?>.option(
      "output", short: "o", placeholder: "FILE", completion: .files,
      help: "Write to this file or folder. Default: - (standard output).")
    let paths = Parameter<[String]>.arguments(
      "FILE", completion: .files,
      help: "Audio or video files, folders of them, or - for standard input.")
    return Command(
      "transcribe", summary: "Transcribe audio files without adding them to a library",
      discussion: """
        No library is changed or created unless --keep is given. If --output names an existing file, \
        the file is replaced once the new one is complete. If it names a folder, each transcript gets \
        a file named after its audio file; existing files are kept, and the names of the new files \
        are printed. A name that ends with a slash is a folder, which is created if it is missing. A \
        file that cannot be transcribed does not stop the others.
        """,
      options: [format, output, keeps] + RequestOptions.engine, arguments: [paths]
    ) { arguments in
      try await TranscribeCommand(
        paths: arguments[paths], format: arguments[format], output: arguments[output],
        keeps: arguments[keeps],
        request: try RequestOptions.request(arguments).completed()
      ).run()
    }
  }()
}

extension ExportFormat: ArgumentValue {}
