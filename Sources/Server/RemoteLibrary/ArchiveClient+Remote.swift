import ApiClient
import DatabaseClient
import SharedModels

extension ArchiveClient {
  static func remote(_ memos: RemoteMemos, local: ArchiveClient) -> Self {
    Self(
      adopt: { _ in throw ApiError.localOnly(what: "importing another library's memos") },
      memos: { ids in
        // Also called to find out which memos exist.
        guard try await memos.recordings(RecordingQuery(ids: ids, place: nil)).isEmpty
        else { throw ApiError.localOnly(what: "archiving memos") }
        return []
      },
      contents: local.contents,
      remove: { _ in throw ApiError.localOnly(what: "moving memos") },
      snapshot: { _ in throw ApiError.localOnly(what: "backing up a library") })
  }
}
