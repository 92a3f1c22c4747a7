import ConcurrencyExtras
import Foundation
import SharedModels

struct MemoryDatabase: Sendable {
  let changes = LibraryChanges()
  let held = LockIsolated(ClaimedJobs())
  let id = "memory:\(UUID().uuidString)"
  let library: LockIsolated<MemoryLibrary>
  let now: @Sendable () -> Date
  private let others: LockIsolated<[URL: LockIsolated<MemoryLibrary>]>

  init(
    _ library: LockIsolated<MemoryLibrary>,
    others: LockIsolated<[URL: LockIsolated<MemoryLibrary>]> = LockIsolated([:]),
    now: @escaping @Sendable () -> Date
  ) {
    self.library = library
    self.now = now
    self.others = others
  }

  func change<Value: Sendable>(
    _ ids: [Recording.ID], _ operation: (inout MemoryLibrary) throws -> Value
  ) rethrows -> Value {
    let value = try library.withLock { try operation(&$0) }
    changes.send(.recordings(Set(ids)))
    return value
  }

  func changeMemo(
    of id: TranscriptionJob.ID, _ operation: (inout MemoryLibrary) throws -> Void
  ) rethrows {
    let memo = library.withValue { $0.jobs.first { $0.id == id }?.recordingID }
    try change(memo.map { [$0] } ?? [], operation)
  }

  func asOwner(
    of id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome? = nil,
    _ operation: (UUID) throws -> Void
  ) throws {
    let owner = try held.withLock { try $0.owner(of: id) }
    let result = Result { try operation(owner) }
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    held.withLock { $0.release(id, after: error, ending: outcome) }
    try result.get()
  }

  func copy(of url: URL) -> Self {
    let copy = others.withValue { $0[url]?.value } ?? MemoryLibrary([])
    return Self(LockIsolated(copy), others: others, now: now)
  }

  func other(at url: URL) -> Self {
    let other = others.withLock { others in
      let other = others[url] ?? LockIsolated(MemoryLibrary([]))
      others[url] = other
      return other
    }
    return Self(other, others: others, now: now)
  }

  func saveCopy(at url: URL) {
    let copy = library.value
    others.withLock { $0[url] = LockIsolated(copy) }
  }
}
