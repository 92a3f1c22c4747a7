import DatabaseClient
import DatabaseSQL
import Foundation
import POSIX
import SharedModels

final class PostgresLibrary: SQLLibrary {
  let name: String
  let libraries: PostgresLibraries
  let changes = LibraryChanges()
  private let held = Mutex(ClaimedJobs())
  private let watch = Mutex(Watch())

  private struct Watch {
    var revision: Int?
    var beginning: Task<Void, Never>?
  }

  init(_ name: String, in libraries: PostgresLibraries) {
    self.libraries = libraries
    self.name = name
  }

  var id: String { "\(libraries.address)#\(name)" }

  func checkFile() {}

  func withHeldJobs<Value: Sendable>(
    _ body: (inout ClaimedJobs) throws -> Value
  ) rethrows -> Value {
    try held.withLock { try body(&$0) }
  }

  func read<Value: Sendable>(
    for purpose: ReadPurpose, _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let number = try await number()
    return try await libraries.read(
      of: number, limit: purpose.limit, isCancellable: purpose.isCancellable
    ) { [step = libraries.searchStep] in
      try work(LibrarySession($0, library: number, searchStep: step))
    }
  }

  func write<Value: Sendable>(
    notifying: Bool, _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let number = try await number()
    return try await libraries.write(of: number, notification: notifying ? .changed : .nothing) {
      try work(LibrarySession($0, library: number))
    }
  }

  func writeOnFullDisk<Value: Sendable>(
    _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    try await write(notifying: true, work)
  }

  func currentDate() async throws -> Date {
    try await read(for: .request) { session in
      try session.first("SELECT \(session.now) AS date") { $0.date("date") } ?? Date()
    }
  }

  func claimJob(among ids: Set<Recording.ID>?) async throws -> TranscriptionJob? {
    let owner = UUID()
    let heldIDs = withHeldJobs(\.ids)
    let job = try await write(notifying: false) { [libraries] session in
      let job = try session.claimJob(among: ids, for: owner, except: heldIDs)
      // Announcing a failed claim would make all listeners try and announce theirs.
      if job != nil { libraries.notify(.changed, of: session.library, in: session.transaction) }
      return job
    }
    if let job { withHeldJobs { $0.hold(job.id, for: owner) } }
    return job
  }

  func deletePermanently(
    _ ids: [Recording.ID], freeing remove: @escaping @Sendable (Recording) -> Void
  ) async throws -> [Recording] {
    try await write(notifying: true) { session in
      try session.deletePermanently(ids) { memo in
        session.disableRetries()
        remove(memo)
      }
    }
  }

  /// The server keeps deleted data until it vacuums, and its log for as long as configured.
  func forgetVoices(of name: String?) async throws -> VoiceErasure {
    try await write(notifying: true) { try $0.forgetVoices(of: name) } ? .waiting : .nothing
  }

  func contents(of url: URL) -> DatabaseClient { libraries.files.archive.contents(of: url) }

  func library(at url: URL) -> DatabaseClient { libraries.files.library(at: url) }

  func close() async { await libraries.close() }

  func revision() -> Int? { nil }

  /// Waits for the first revision: reads after ``changeStream()`` must not be older than it.
  private func number() async throws -> Int {
    await watch.withLock(\.beginning)?.value
    return try await libraries.number(of: name)
  }

  func changeStream() -> AsyncStream<LibraryChange> {
    let stream = changes.stream()
    watch.withLock { watch in
      guard watch.revision == nil, watch.beginning == nil
      else { return }
      watch.beginning = Task { [weak self] in
        guard let self
        else { return }
        let revision = try? await libraries.revisions(of: [libraries.number(of: name)]).values.first
        self.watch.withLock { watch in
          watch.revision = revision
          watch.beginning = nil
        }
      }
    }
    libraries.watch(self)
    return stream
  }

  func see(_ revision: Int) {
    let hasChanged = watch.withLock { watch in
      // Without a first revision, the library may have changed.
      guard watch.beginning == nil, watch.revision != revision
      else { return false }
      watch.revision = revision
      return true
    }
    if hasChanged { changes.send(.anything) }
  }

  var isWatched: Bool {
    if changes.hasListeners { return true }
    watch.withLock { $0.revision = nil }
    return false
  }
}

extension ReadPurpose {
  fileprivate var limit: Duration? {
    switch self {
    case .integrityCheck, .snapshot: .seconds(86_400)
    case .request, .search: nil
    case .statistics: .seconds(600)
    }
  }

  fileprivate var isCancellable: Bool {
    switch self {
    case .integrityCheck, .search, .statistics: true
    case .request, .snapshot: false
    }
  }
}
