import TerminalClient
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TranscriptionCore

/// `speechmemo import`: imports files into the library and transcribes them.
struct ImportCommand {
  var paths: [String]
  var json = false
  var request = JobRequest()
  /// Whether to wait for the transcripts, or only until the memos are safe.
  var waits = true
  /// How many memos are transcribed at once.
  var width = 1

  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard !paths.contains("")
    else {
      // An empty path would be the current folder: a script's variable was not set.
      throw CommandFailure("an empty name was given for a file; nothing was imported")
    }
    var sources = ImportSources()
    for path in paths where path != "-" { sources.add(XDGFolders().url(of: path)) }
    var failures = sources.problems.count
    for problem in sources.problems {
      terminal.note("speechmemo: \(problem.description.printable)")
    }

    let report = ImportReport(json: json)
    var waiting: [Recording] = []
    var inputs = sources.files.map(Input.file)
    if paths.contains("-") { inputs.append(.standardInput) }
    for input in inputs {
      do {
        try Task.checkCancellation()
        let outcome = try await take(input)
        try report.imported(outcome, from: input.name)
        switch outcome {
        case .added(let recording, _): waiting.append(recording)
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

    var name: String {
      switch self {
      case .file(let url): url.path
      case .standardInput: "-"
      }
    }
  }

  private func take(_ input: Input) async throws -> Importer.Outcome {
    switch input {
    case .file(let url): try await Importer()(url, job: request)
    case .standardInput: try await StandardInputImporter()(job: request)
    }
  }

  private func stopped(_ safe: [Recording]) -> CommandFailure {
    switch safe.count {
    case 0: CommandFailure("stopped; nothing was imported")
    case 1: CommandFailure("stopped; one memo is safe, and 'speechmemo retry' transcribes it")
    default:
      CommandFailure(
        "stopped; \(safe.count) memos are safe, and 'speechmemo retry' transcribes them")
    }
  }
}
