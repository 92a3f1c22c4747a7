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
  let folders: [URL]

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  init(folders: [URL]) {
    self.folders = folders
  }

  func report(_ event: WatchEvent) async throws {
    switch event {
    case .deleted(let file):
      try note(
        "\(file.escapedPath.printable): deleted",
        ["event": "deleted", "file": file.escapedPath])
    case .folderFound(let folder):
      try note(
        "\(folder.escapedPath.printable): found",
        ["event": "found", "folder": folder.escapedPath])
    case .folderMissing(let folder, let reason):
      try warn(
        "\(reason.printable); waiting for it",
        ["event": "missing", "folder": folder.escapedPath, "reason": reason])
    case .imported(let outcome, let file):
      try ImportReport().imported(outcome, from: file.escapedPath)
    case .moved(let file, let place):
      try note(
        "\(file.escapedPath.printable): moved to \(place.escapedPath.printable)",
        ["event": "moved", "file": file.escapedPath, "to": place.escapedPath])
    case .postponed(let file, let reason):
      try warn(
        "\(reason.printable); it will be retried periodically",
        ["event": "postponed", "file": file.escapedPath, "reason": reason])
    case .problem(let reason):
      try warn(reason.printable, ["event": "problem", "reason": reason])
    case .refused(let file, let reason):
      try warn(
        "\(reason.printable); it will be retried when it changes",
        ["event": "refused", "file": file.escapedPath, "reason": reason])
    case .transcription(let event):
      try await report(event)
    case .waiting:
      let names = folders.map(\.escapedPath.printable).joined(separator: ", ")
      try note(
        "waiting for files in \(names); Ctrl-C stops", ["event": "waiting"])
    }
  }

  private func note(_ text: String, _ object: JSONObject) throws {
    try ignoringClosedOutput { try terminal.note(text, json: object) }
  }

  private func warn(_ text: String, _ object: JSONObject) throws {
    try ignoringClosedOutput { try terminal.warn(text, json: object) }
  }

  private func report(_ event: TranscriptionQueue.Event) async throws {
    switch event {
    case .began, .progressed: break
    case .failed(let id, let reason):
      if let memo = try await database.recording(id: id) {
        try ImportReport().failed(memo, reason: reason)
      }
    case .finished(let id, _):
      if let memo = try await database.recording(id: id),
        let text = try await database.transcription(of: id)
      {
        try ImportReport().transcribed(memo, text)
      }
    case .speakersFailed(let id, let reason):
      if let memo = try await database.recording(id: id) {
        terminal.note("\(memo.id.short)  speakers were not detected: \(reason.printable)")
      }
    }
  }
}
