import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import SharedModels
import Styleguide
import TerminalClient
import TranscriptionCore
import WatchCore

struct WatchReport: Sendable {
  let json: Bool
  let folders: [URL]

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  init(json: Bool, folders: [URL]) {
    self.json = json
    self.folders = folders
  }

  func callAsFunction(_ event: WatchEvent) async throws {
    switch event {
    case .deleted(let file):
      try report("deleted", file: file, note: "\(file.escapedPath.printable): deleted")
    case .folderFound(let folder):
      try report("found", folder: folder, note: "\(folder.escapedPath.printable): found")
    case .folderMissing(let folder, let reason):
      try report(
        "missing", folder: folder, reason: reason,
        problem: "\(reason.printable); waiting for it")
    case .imported(let outcome, let file):
      try ImportReport(json: json).imported(outcome, from: file.escapedPath)
    case .moved(let file, let place):
      try report(
        "moved", file: file, to: place,
        note: "\(file.escapedPath.printable): moved to \(place.escapedPath.printable)")
    case .postponed(let file, let reason):
      try report(
        "postponed", file: file, reason: reason,
        problem: "\(reason.printable); it will be retried periodically")
    case .problem(let reason):
      try report("problem", reason: reason, problem: reason.printable)
    case .refused(let file, let reason):
      try report(
        "refused", file: file, reason: reason,
        problem: "\(reason.printable); it will be retried when it changes")
    case .transcription(let event):
      try await report(event)
    case .waiting:
      let names = folders.map(\.escapedPath.printable).joined(separator: ", ")
      try report("waiting", note: "waiting for files in \(names); Ctrl-C stops")
    }
  }

  private func report(_ event: TranscriptionQueue.Event) async throws {
    switch event {
    case .began, .progressed: break
    case .failed(let id, let reason):
      if let memo = try await database.recording(id: id) {
        try ImportReport(json: json).failed(memo, reason: reason)
      }
    case .finished(let id, _):
      if let memo = try await database.recording(id: id),
        let text = try await database.transcription(of: id)
      {
        try ImportReport(json: json).transcribed(memo, text)
      }
    case .speakersFailed(let id, let reason):
      if let memo = try await database.recording(id: id) {
        terminal.note("\(memo.id.short)  speakers were not detected: \(reason.printable)")
      }
    }
  }

  private func report(
    _ event: String, file: URL? = nil, to place: URL? = nil, folder: URL? = nil,
    reason: String? = nil, note: String? = nil, problem: String? = nil
  ) throws {
    guard json
    else {
      if let note { terminal.note(note) }
      if let problem { terminal.warn(problem) }
      return
    }
    do {
      try terminal.json(
        Event(
          event: event, file: file?.escapedPath, to: place?.escapedPath,
          folder: folder?.escapedPath,
          reason: reason))
    } catch is TerminalClient.OutputClosed {
      // A closed output doesn't stop the watch.
    }
  }

  private struct Event: Encodable {
    let event: String
    let file: String?
    let to: String?
    let folder: String?
    let reason: String?
  }
}
