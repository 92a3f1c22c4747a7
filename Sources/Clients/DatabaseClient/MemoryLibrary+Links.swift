import Foundation
import SharedModels

extension MemoryLibrary {
  func shareLinks(of id: Recording.ID) -> [ShareLink] {
    links.values.filter { $0.memo == id }
      .sorted {
        ($0.createdAt, $0.id.rawValue.uuidString) < ($1.createdAt, $1.id.rawValue.uuidString)
      }
  }

  mutating func add(_ link: ShareLink, sha256: String) throws -> Bool {
    try modify(link.memo) { _ in }
    links = links.filter { $0.value.expiresAt > link.createdAt }
    guard links[sha256] == nil, !links.values.contains(where: { $0.id == link.id })
    else { return false }
    links[sha256] = link
    return true
  }

  mutating func removeShareLink(_ id: ShareLink.ID, of memo: Recording.ID) -> Bool {
    let count = links.count
    links = links.filter { $0.value.id != id || $0.value.memo != memo }
    return links.count < count
  }

  func sharedMemo(sha256: String, at date: Date) -> Recording? {
    guard let link = links[sha256], link.expiresAt > date
    else { return nil }
    return recordings.first { $0.id == link.memo && !$0.isTrashed }
  }
}
