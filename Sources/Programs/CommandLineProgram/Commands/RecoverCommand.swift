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
