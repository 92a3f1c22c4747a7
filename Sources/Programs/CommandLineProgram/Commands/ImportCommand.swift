import ArgumentParsing
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient
import TranscriptionCore
import VoiceMemosClient

/// `speechmemo import`: imports files into the library and transcribes them.
struct ImportCommand {
  var paths: [String]
  /// What the paths are libraries of, if they are not files.
  var origin: ImportOrigin?
  /// What is known of the memos beside their files.
  var details = MemoDetails()
  var json = false
  var request = JobRequest()
  /// Whether to wait for the transcripts, or only until the memos are safe.
  var waits = true
  /// How many memos are transcribed at once.
  var width: Int?

  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard !paths.contains("")
    else {
      // An empty path would be the current folder: a script's variable was not set.
      throw CommandFailure("an empty name was given for a file; nothing was imported")
    }
    var sources = ImportSources()
    for path in paths where path != "-" && origin == nil { sources.add(XDGFolders().url(of: path)) }
    var failures = sources.problems.count
    for problem in sources.problems {
      terminal.note("speechmemo: \(problem.description.printable)")
    }

    let report = ImportReport(json: json)
    var waiting: [Recording] = []
    var inputs = sources.files.map(Input.file)
    if origin == .appleVoiceMemos {
      inputs = try await voiceMemos()
    } else if paths.contains("-") {
      inputs.append(.standardInput)
    }
    guard details.title == nil || inputs.count < 2
    else {
      throw CommandFailure(
        "--title is for one memo, and these are \(inputs.count.grouped) files; nothing was imported"
      )
    }
    for input in inputs {
      do {
        try Task.checkCancellation()
        let outcome = try await take(input)
        try report.imported(outcome, from: input.name)
        switch outcome {
        case .added(let recording, _):
          // Some memos come with a transcript.
          if recording.transcription != .done { waiting.append(recording) }
        case .alreadyThere(let recording):
          // Imported again after an interrupted import, it still needs its transcript.
          if recording.transcription.isPending, !waiting.contains(where: { $0.id == recording.id })
          {
            waiting.append(recording)
          }
        }
      } catch is CancellationError {
        throw stopped(waiting)
      } catch let error as DatabaseError {
        // A problem with the library affects every file; what was imported waits for 'retry'.
        throw error
      } catch {
        terminal.note("speechmemo: \(String(describing: error).printable)")
        failures += 1
      }
    }
    if waits, !waiting.isEmpty {
      failures += try await TranscriptionRun(
        recordings: waiting, json: json, width: width, report: report
      )()
    } else if !waiting.isEmpty, !json {
      terminal.note(
        "'speechmemo retry' makes the \(waiting.count == 1 ? "transcript" : "transcripts").")
    }
    guard failures == 0
    else { throw CommandFailure.alreadyReported }
  }

  private enum Input {
    case file(URL)
    case standardInput
    case voiceMemo(VoiceMemo)

    var name: String {
      switch self {
      case .file(let url): url.shownPath
      case .standardInput: "-"
      case .voiceMemo(let memo): memo.file.shownPath
      }
    }
  }

  private func voiceMemos() async throws -> [Input] {
    @Dependency(\.voiceMemos) var voiceMemos
    var inputs: [Input] = []
    for path in paths {
      let library = try await voiceMemos.library(in: XDGFolders().url(of: path))
      inputs += library.memos.map(Input.voiceMemo)
      let count = library.deletedCount
      if count > 0, !json {
        terminal.note(
          """
          \(count.counted("memo")) that \(count == 1 ? "was" : "were") deleted there \
          \(count == 1 ? "is" : "are") left out.
          """)
      }
      if library.memos.isEmpty { terminal.note("There is no memo in \(path.printable).") }
    }
    return inputs
  }

  private func take(_ input: Input) async throws -> Importer.Outcome {
    switch input {
    case .file(let url): try await Importer()(url, details: details, job: request)
    case .standardInput: try await StandardInputImporter()(details: details, job: request)
    case .voiceMemo(let memo): try await VoiceMemoImporter()(memo, details: details, job: request)
    }
  }

  private func stopped(_ safe: [Recording]) -> CommandFailure {
    switch safe.count {
    case 0: CommandFailure("stopped; nothing was imported")
    case 1: CommandFailure("stopped; one memo is safe, and 'speechmemo retry' transcribes it")
    default:
      CommandFailure(
        "stopped; \(safe.count.counted("memo")) are safe, and 'speechmemo retry' transcribes them")
    }
  }
}

extension CommandTable {
  static let `import`: Command = {
    let paths = Parameter<[String]>.arguments(
      "FILE", completion: .files,
      help: "Audio or video files, folders of them, or - for standard input.")
    let waits = Parameter.toggle(
      "wait", default: true,
      help: "Wait for the transcripts; --no-wait returns once the memos are saved.")
    let origin = Parameter<ImportOrigin?>.option(
      "from", placeholder: "LIBRARY", help: "Take over a library of another program.")
    let title = Parameter<String?>.option(
      "title", placeholder: "TITLE", help: "The memo's title, in place of the file's name.",
      check: { $0.allSatisfy(\.isWhitespace) ? "is no title" : nil })
    let date = Parameter<RelativeDate?>.option(
      "date", help: "When it was recorded: 2026-01-31T14:30, yesterday.")
    return Command(
      "import", summary: "Import audio files and transcribe them",
      discussion: """
        The library keeps a copy of each file; the file itself is not changed. A file that the \
        library already has is not imported again. A memo's date is the one given, else the one \
        that the file says it was recorded on (creation_time, or what a recorder writes into a \
        broadcast WAV file), else when the file was last changed.

        With --from apple-voice-memos, FILE is the folder 'Recordings' of Apple's Voice Memos, or a \
        copy of it: memos come with their titles and dates, with their folders as tags, and with \
        the transcripts that Voice Memos has made and the times of their words; 'speechmemo retry' \
        makes others. Memos that were deleted there are left out. Nothing in that folder is \
        changed. This is after the published schema of that library, which Apple does not promise \
        to keep.

        With --json each event is a line: 'saved' once \
        a memo is safe, then 'transcribed' or 'failed'; 'existing' for a file that is already there.
        """,
      options: [title, date, origin, waits] + RequestOptions.all, arguments: [paths]
    ) { arguments in
      @Dependency(\.date.now) var now
      try await ImportCommand(
        paths: arguments[paths], origin: arguments[origin],
        details: MemoDetails(title: arguments[title], date: arguments[date]?.date(asOf: now)),
        json: arguments[json],
        request: try await RequestOptions.checkedRequest(arguments).completed(),
        waits: arguments[waits],
        width: arguments[RequestOptions.width]
      ).run()
      return .done
    }
  }()
}

/// Programs whose libraries can be taken over.
enum ImportOrigin: String, ArgumentValue, CaseIterable {
  case appleVoiceMemos = "apple-voice-memos"
}
