import ConsoleClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
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
    let recordings = try await ids.recordings()
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
      recordings = try await ids.recordings(in: .trash)
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
    // Between their rows and their files, what is forgotten looks like what a crash left behind.
    guard let lock = try ImportLock(.together, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    guard !trash.isEmpty
    else {
      console.note("The trash is empty.")
      return
    }
    let forgotten = try await database.forget(ids: trash.map(\.id))
    var bytes: Int64 = 0
    var failures = 0
    for recording in forgotten {
      let file = folder.audioFile(named: recording.audio.fileName)
      do {
        try FileManager.default.removeItem(at: file)
        bytes += recording.audio.byteCount
      } catch CocoaError.fileNoSuchFile {
        // Gone already, which is what is wanted.
      } catch {
        failures += 1
        console.note(
          "speechmemo: \(file.path.printable) cannot be removed: \(error.localizedDescription)")
      }
    }
    console.note(
      """
      \(forgotten.count) memo\(forgotten.count == 1 ? "" : "s") gone for good, \
      \(bytes.fileSize) freed
      """)
    guard failures == 0
    else { throw CommandFailure.alreadyReported }
  }
}
