import DatabaseClient
import SharedModels

extension LibraryDatabase {
  func adopt(_ memos: [ArchivedMemo]) throws -> [ArchivedMemo.Adoption] {
    try writeWithMemoFiles { session in
      let memos = memos.map(\.requeued)
      let adoptions = try session.adopt(memos)
      let added = zip(memos, adoptions).filter { $0.1 == .added }
      return (adoptions, added.map(\.0.recording))
    }
  }
}
