import AudioFileClient
import ConsoleClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Styleguide
import TranscriptionCore

/// `speechmemo import`: takes files into the library and transcribes them.
struct ImportCommand {
  var paths: [String]
  var json = false
  var request = JobRequest()
  /// Whether to wait for the transcripts, or only until the memos are safe.
  var waits = true
  /// How many memos are transcribed at once.
  var width = 1

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.console) private var console
  @Dependency(\.libraryFolder) private var folder

  func run() async throws {
    let importer = Importer()
    var sources = ImportSources()
    for path in paths where path != "-" { sources.add(URL(fileURLWithPath: path)) }
    var failures = sources.problems.count
    for problem in sources.problems { console.note("speechmemo: \(problem.description.printable)") }

    let report = ImportReport(json: json)
    var added: [Recording] = []
    for file in sources.files {
      try Task.checkCancellation()
      do {
        let outcome = try await importer(file, job: request)
        try report.imported(outcome, from: file.path)
        if case .added(let recording) = outcome { added.append(recording) }
      } catch let error as CancellationError {
        throw error
      } catch let error as ConsoleClient.OutputClosed {
        throw error
      } catch {
        console.note("speechmemo: \(String(describing: error))")
        failures += 1
      }
    }
    if paths.contains("-") {
      let outcome = try await importStandardInput(importer)
      try report.imported(outcome, from: "-")
      if case .added(let recording) = outcome { added.append(recording) }
    }
    if waits, !added.isEmpty {
      failures += try await TranscriptionRun(
        recordings: added, json: json, width: width, report: report
      )()
    } else if !added.isEmpty, !json {
      console.note("'speechmemo retry' makes the transcripts.")
    }
    guard failures == 0
    else { throw CommandFailure.alreadyReported }
  }

  /// Standard input has no name and can be read only once: it goes into a file first.
  private func importStandardInput(_ importer: Importer) async throws -> Importer.Outcome {
    let draft = folder.drafts.appendingPathComponent("standard-input-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder.drafts, withIntermediateDirectories: true)
    } catch {
      throw LibraryFolderError(path: folder.drafts.path)
    }
    _ = try await audioFile.copyStreamIn(from: .standardInput, to: draft)
    defer { try? FileManager.default.removeItem(at: draft) }
    return try await importer(draft, named: "Standard input", job: request)
  }
}
