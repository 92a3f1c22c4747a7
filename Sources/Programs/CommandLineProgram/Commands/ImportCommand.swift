import ArgumentParsing
import DatabaseClient
import Dependencies
import DownloadClient
import FileStorage
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient
import VoiceMemosClient

struct ImportCommand {
  var paths: [String]
  var origin: ImportOrigin?
  var details = MemoDetails()
  var givenOptions: [String] = []
  var request = JobRequest()
  var waits = true
  var width: Int?

  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard !paths.contains("")
    else {
      // An unset variable of a script. The empty path would be the current folder.
      throw CommandFailure("a file name is empty; nothing was imported")
    }
    var sources = ImportSources()
    for path in paths where path != "-" && origin == nil && !isLink(path) {
      sources.add(XDGFolders().url(of: path))
    }
    let report = ImportReport()
    var failures = sources.problems.count
    for problem in sources.problems {
      try report.refused(problem.escapedPath, reason: problem.description)
    }
    var waiting: [Recording] = []
    var inputs = sources.files.map(Input.file)
    for address in paths where isLink(address) {
      if let link = DownloadLink(address) {
        inputs.append(.link(link))
      } else {
        try report.refused(address, reason: "\(address) is not a valid web address; check it")
        failures += 1
      }
    }
    if origin == .appleVoiceMemos {
      inputs = try await voiceMemos()
    } else if paths.contains("-") {
      inputs.append(.standardInput)
    }
    guard details.title == nil || inputs.count < 2
    else {
      throw CommandFailure(
        "--title needs a single file, but \(inputs.count.grouped) were given; nothing was imported")
    }
    for input in inputs {
      do {
        try Task.checkCancellation()
        let outcome = try await take(input)
        try report.imported(outcome, from: input.name)
        switch outcome {
        case .added(let recording, _, _):
          if recording.transcription != .done { waiting.append(recording) }
        case .alreadyExists(let recording):
          report.ignored(ignoredOptions(for: recording), input.name, recording)
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
        try report.refused(input.name, reason: String(describing: error))
        failures += 1
      }
    }
    if waits, !waiting.isEmpty {
      failures += try await TranscriptionRun(waiting, width: width).run()
    } else if !waiting.isEmpty {
      terminal.hint(
        "'speechmemo retry' creates the \(waiting.count == 1 ? "transcript" : "transcripts").")
    }
    if failures > 0 { throw CommandFailure.alreadyReported }
  }

  private func isLink(_ path: String) -> Bool { origin == nil && DownloadLink.isLink(path) }

  private enum Input {
    case file(URL)
    case link(DownloadLink)
    case standardInput
    case voiceMemo(VoiceMemo)

    var name: String {
      switch self {
      case .file(let url): url.escapedPath
      case .link(let link): link.description
      case .standardInput: "-"
      case .voiceMemo(let memo): memo.file.escapedPath
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
      if count > 0 {
        terminal.hint("Skipping \(count.counted("deleted memo")) in \(path.printable).")
      }
      if library.memos.isEmpty { terminal.note("No memos found in \(path.printable).") }
    }
    return inputs
  }

  private func take(_ input: Input) async throws -> Importer.Outcome {
    switch input {
    case .file(let url): try await Importer()(url, details: details, job: request)
    case .link(let link): try await download(link)
    case .standardInput: try await StandardInputImporter()(details: details, job: request)
    case .voiceMemo(let memo): try await VoiceMemoImporter()(memo, details: details, job: request)
    }
  }

  private func ignoredOptions(for recording: Recording) -> [String] {
    givenOptions.filter { option in
      switch option {
      case "--date": details.date != recording.date
      case "--title": details.title != recording.title
      default: true
      }
    }
  }

  private func download(_ link: DownloadLink) async throws -> Importer.Outcome {
    let isDrawn = !terminal.isJSON && terminal.canDraw(on: .error)
    defer { if isDrawn { terminal.eraseProgress() } }
    terminal.detail("downloading \(link.description.printable)")
    let result = try await LinkImporter()(link, details: details, job: request) { progress in
      if isDrawn { terminal.drawProgress(text(for: progress)) }
    }
    if isDrawn { terminal.eraseProgress() }
    if result.listedCount > 1 {
      terminal.warn(
        """
        \(link.description.printable) lists \(result.listedCount.grouped) recordings; only the first \
        was imported
        """)
    }
    return result.outcome
  }

  private func text(for progress: DownloadProgress) -> String {
    switch progress {
    case .bytes(let count, let total?) where total > 0:
      let fraction = Double(count) / Double(total)
      let bar = ProgressBar(fraction: fraction, width: max(10, min(40, terminal.width - 24)))
      return "Downloading \(bar.text) \(Int(fraction * 100))%"
    case .bytes(let count, _): return "Downloading, \(count.fileSize)"
    case .webPage: return "Downloading with yt-dlp"
    }
  }

  private func stopped(_ safe: [Recording]) -> CommandFailure {
    switch safe.count {
    case 0: CommandFailure("stopped; nothing was imported")
    case 1: CommandFailure("stopped; one memo was saved, and 'speechmemo retry' transcribes it")
    default:
      CommandFailure(
        """
        stopped; \(safe.count.counted("memo")) were saved, and 'speechmemo retry' transcribes them
        """)
    }
  }
}

extension CommandTable {
  static let `import`: Command = {
    let paths = Parameter<[String]>.arguments(
      "FILE", completion: .files,
      help: "Audio or video files, folders of them, web addresses, or - for standard input.")
    let waits = Parameter.toggle(
      "wait", default: true,
      help: "Wait for the transcripts; --no-wait returns once the memos are saved.")
    let origin = Parameter<ImportOrigin?>.option(
      "from", placeholder: "LIBRARY", help: "Import the library of another program.")
    let title = Parameter<String?>.option(
      "title", placeholder: "TITLE", help: "The memo's title. Default: the file name.",
      check: notBlank)
    let date = Parameter<RelativeDate?>.option(
      "date", help: "The date of the recording, such as 2026-01-31T14:30 or yesterday.")
    return Command(
      "import", summary: "Import audio files and transcribe them",
      discussion: """
        Each file is copied into the library; the original is not changed. A file that the library \
        already has is not imported again. Audio at a web address that begins with http:// or \
        https:// is downloaded first, up to 8 GiB. If the address is a web page, yt-dlp downloads its \
        audio, where installed; of a playlist, the first entry.

        A memo's date comes from --date, the file's metadata (creation_time, or the origination date \
        of a broadcast WAV file), its name, or the time of its last change, in this order. Names such \
        as 20261025_023000, REC_20261025_0230, PTT-20261025-WA0001 or '2026-10-25 at 2.30.00 PM' \
        have a date. A time in a name is local; of a time that clocks show twice, it is the first. A \
        day without a time means noon. Impossible dates, and those more than a day ahead, are \
        ignored. For a download, the last change is the time that the server or yt-dlp names. The \
        line of a saved memo says where its date comes from.

        With --from apple-voice-memos, FILE is the folder 'Recordings' of Apple's Voice Memos, or \
        a copy of it. Memos keep their titles, their dates, and the transcripts made by Voice \
        Memos, with word times; their folders become tags. 'speechmemo retry ID' creates a new \
        transcript. Memos that were deleted in Voice Memos are skipped. Nothing in that folder is \
        changed. The import relies on the published schema of that library, which Apple may change.

        With --json, each event is one line: 'saved' when a memo is in the library, then \
        'transcribed' or 'failed'; 'existing' for a file that the library already has; 'refused' for \
        one that cannot be imported.
        """,
      options: [title, date, origin, waits] + RequestOptions.all, traits: [.addsMemos],
      arguments: [paths]
    ) { arguments in
      @Dependency(\.date.now) var now
      try await ImportCommand(
        paths: arguments[paths], origin: arguments[origin],
        details: MemoDetails(title: arguments[title], date: arguments[date]?.date(asOf: now)),
        givenOptions: arguments.labels(
          ofGiven: [title, date] + RequestOptions.engine + RequestOptions.files),
        request: try await RequestOptions.checkedRequest(arguments).completed(),
        waits: arguments[waits],
        width: arguments[RequestOptions.width]
      ).run()
    }
  }()
}

enum ImportOrigin: String, ArgumentValue, CaseIterable {
  case appleVoiceMemos = "apple-voice-memos"
}
