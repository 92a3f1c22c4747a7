public import DatabaseClient

public import Foundation
import SharedModels

extension DatabaseClient {
  /// The database in the file at `url`, made with its folder at the first use.
  ///
  /// - Parameters:
  ///   - busyTimeout: How long to wait while another program writes.
  ///   - maximumPageCount: How many pages of 4 KiB the file may grow to, or `nil` for as many as
  ///     the disk holds.
  public static func live(
    at url: URL, busyTimeout: Duration = .seconds(5), maximumPageCount: Int? = nil
  ) -> DatabaseClient {
    let library = LibraryDatabase(
      path: url.path, busyTimeout: busyTimeout, maximumPageCount: maximumPageCount)
    return DatabaseClient(
      recordings: { try library.recordings(matching: $0) },
      recordingIDs: { try library.recordingIDs(startingWith: $0) },
      recordingWithChecksum: { try library.recording(withChecksum: $0) },
      insert: { try library.insert($0, job: $1) },
      insertTranscribed: { try library.insertTranscribed($0) },
      update: { try library.update($0) },
      trash: { try library.trash($0, at: $1) },
      restore: { try library.restore($0) },
      forget: { try library.forget($0) },
      audioFileNames: { try library.audioFileNames() },
      transcription: { try library.transcription(of: $0) },
      editTranscription: { try library.edit($0, with: $1) },
      search: { try library.search($0) },
      jobs: { try library.jobs() },
      enqueue: { try library.enqueue($0) },
      claimJob: { try library.claimJob(among: $0) },
      appendSegments: { try library.append($0, to: $1, progress: $2) },
      endJob: { try library.end($0, $1) },
      integrityProblems: { try library.integrityProblems() })
  }
}
