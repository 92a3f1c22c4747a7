import ConsoleClient
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import Styleguide

/// `speechmemo delete`: moves memos to the trash.
struct DeleteCommand {
  var ids: [String]

  @Dependency(\.console) private var console
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  func run() async throws {
    var recordings: [Recording] = []
    for id in ids { recordings.append(try await RecordingReference(id).recording()) }
    try await database.trash(ids: recordings.map(\.id), at: now)
    for recording in recordings {
      console.note("\(recording.id.short) \(recording.title.printable): moved to the trash")
    }
    console.note("'speechmemo undo' brings \(recordings.count == 1 ? "it" : "them") back.")
  }
}

/// `speechmemo undo`: takes memos out of the trash, without an id those deleted last.
struct UndoCommand {
  var ids: [String] = []

  @Dependency(\.console) private var console
  @Dependency(\.database) private var database

  func run() async throws {
    var recordings: [Recording] = []
    if ids.isEmpty {
      let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
      // Memos that one command deleted share its moment.
      let last = trash.compactMap(\.trashedAt).max()
      recordings = trash.filter { $0.trashedAt == last }
    } else {
      for id in ids { recordings.append(try await RecordingReference(id).recording(in: .trash)) }
    }
    guard !recordings.isEmpty
    else { throw CommandFailure("the trash is empty: there is nothing to bring back") }
    try await database.restore(ids: recordings.map(\.id))
    for recording in recordings {
      console.note("\(recording.id.short) \(recording.title.printable): back in the library")
    }
  }
}

/// `speechmemo empty-trash`: forgets what is in the trash for good.
struct EmptyTrashCommand {
  @Dependency(\.console) private var console
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  func run() async throws {
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    let forgotten = try await database.forget(ids: trash.map(\.id))
    var bytes: Int64 = 0
    for recording in forgotten {
      let file = folder.audioFile(named: recording.audio.fileName)
      do {
        try FileManager.default.removeItem(at: file)
        bytes += recording.audio.byteCount
      } catch CocoaError.fileNoSuchFile {
      } catch {
        throw CommandFailure("\(file.path) cannot be removed: \(error.localizedDescription)")
      }
    }
    console.note(
      "\(forgotten.count) memo\(forgotten.count == 1 ? "" : "s") gone for good, \(bytes / 1024) KiB freed"
    )
  }
}
