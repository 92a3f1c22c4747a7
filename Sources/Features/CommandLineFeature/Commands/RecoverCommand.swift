import AudioFileClient
import ConsoleClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Styleguide

/// `speechmemo recover`: makes memos of recordings that were cut short, and of audio in the
/// library's folders that no memo refers to, as a crash between the copying of a file and the
/// writing of its row leaves behind.
struct RecoverCommand {
  var request = JobRequest()
  var width = 1

  @Dependency(\.console) private var console
  @Dependency(\.libraryFolder) private var folder

  func run() async throws {
    let report = ImportReport(json: false)
    let recordings = try await LeftRecordings(request: request).keep(report: report)
    var (added, failures) = try await adopt(isFirst: recordings.isEmpty)
    added += recordings
    if !added.isEmpty {
      failures += try await TranscriptionRun(
        recordings: added, json: false, width: width, report: report)()
    }
    guard failures == 0
    else { throw CommandFailure.alreadyReported }
  }

  private func adopt(isFirst: Bool) async throws -> (added: [Recording], failures: Int) {
    guard let lock = try ImportLock(.alone, in: folder.root)
    else { throw CommandFailure("an import is under way; try again when it is done") }
    defer { withExtendedLifetime(lock) {} }
    let stray = try await StrayAudio().files()
    guard !stray.isEmpty
    else {
      if isFirst { console.note("Nothing was left behind.") }
      return ([], 0)
    }
    let report = ImportReport(json: false)
    var added: [Recording] = []
    var failures = 0
    for file in stray {
      try Task.checkCancellation()
      do {
        let outcome = try await Importer().importFile(
          file, named: nil, title: "Recovered memo", job: request)
        // Its bytes are in the library under another name now.
        try? FileManager.default.removeItem(at: file)
        try report.imported(outcome, from: file.lastPathComponent)
        if case .added(let recording, _) = outcome { added.append(recording) }
      } catch let error as AudioFileError {
        failures += 1
        console.note("speechmemo: \(error.description.printable)")
      }
    }
    return (added, failures)
  }
}

/// The files in the library's audio folder that no memo refers to, and what came in by standard
/// input to its end but did not become a memo.
struct StrayAudio {
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  /// How the names of files begin that hold what standard input gave.
  static let draftPrefix = "standard-input-"

  func files() async throws -> [URL] {
    let stored = names(in: folder.audio)
    let known = try await database.audioFileNames()
    return stored.filter { !$0.hasPrefix(".") && !known.contains($0) }
      .map { folder.audioFile(named: $0) }
      + names(in: folder.drafts).filter { $0.hasPrefix(Self.draftPrefix) || isRecording($0) }
      .map { folder.drafts.appendingPathComponent($0) }
  }

  /// Whether it is a whole recording that did not become a memo. Its draft is no concern of ours.
  private func isRecording(_ name: String) -> Bool {
    name.hasPrefix(RecordingKeeper.prefix) && name.hasSuffix(".flac")
  }

  private func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
