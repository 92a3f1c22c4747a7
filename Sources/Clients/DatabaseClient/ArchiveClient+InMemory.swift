import SharedModels

extension ArchiveClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      adopt: { memos in
        database.change(memos.map(\.recording.id)) { library in memos.map { library.adopt($0) } }
      },
      memos: { ids in library.withValue { $0.archived(ids) } },
      contents: { url in .inMemory(database.copy(of: url)) },
      remove: { memo in try database.change([memo.recording.id]) { try $0.remove(memo) } },
      snapshot: { url in database.saveCopy(at: url) })
  }
}
