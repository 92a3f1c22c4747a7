import DatabaseClient
import Foundation
import SharedModels

extension LibraryDatabase {
  func insert(_ recording: Recording, job: TranscriptionJob?) throws {
    try writeWithMemoFiles { session in
      // Under the write lock: another process may be importing the same file.
      try session.insert(recording, job: job)
      return ((), [recording])
    }
  }

  func insertTranscribed(_ memos: [TranscribedMemo]) throws {
    try writeWithMemoFiles { session in
      try session.insertTranscribed(memos)
      return ((), memos.map(\.recording))
    }
  }

  @discardableResult
  func modify(
    _ id: Recording.ID, _ change: (inout Recording) throws -> Void
  ) throws -> Recording {
    try write { session in
      let recording = try session.modify(id, change)
      try writeMemoFiles([recording])
      return recording
    }
  }

  func deletePermanently(
    _ ids: [Recording.ID], freeing remove: (Recording) -> Void
  ) throws -> [Recording] {
    do {
      return try write { session in
        for id in ids { try session.trashed(id).map(remove) }
        return try session.deletePermanently(ids)
      }
    } catch DatabaseError.diskFull {
      // One at a time they need less space, and deleting their files freed some.
      return try ids.flatMap { id in try write { try $0.deletePermanently([id]) } }
    }
  }
}

extension LibrarySession {
  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID] {
    let prefix = prefix.lowercased()
    guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" })
    else { return [] }
    return try query(
      """
      SELECT id FROM recordings WHERE id >= \(prefix) AND id < \("\(prefix)g") ORDER BY id LIMIT 10
      """
    ) { try $0.id("id") }
  }
}
