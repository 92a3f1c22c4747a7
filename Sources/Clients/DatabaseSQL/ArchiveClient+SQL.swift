import DatabaseClient
import SharedModels

extension ArchiveClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      adopt: { memos in
        try await library.change(memos.map(\.recording.id)) { try $0.adopt(memos) }
      },
      memos: { ids in try await library.read { try $0.archived(ids) } },
      contents: { url in library.contents(of: url) },
      remove: { memo in
        try await library.change([memo.recording.id]) { try $0.remove(memo) }
      },
      snapshot: { url in try await library.snapshot(to: url) })
  }
}
