import DatabaseClient
import Foundation
import POSIX
import PostgreSQL
import SharedModels
import Tagged

final class PostgresLibrary: Sendable {
  let name: String
  let libraries: PostgresLibraries
  let changes = LibraryChanges()
  let held = Mutex(ClaimedJobs())
  private let watch = Mutex(Watch())

  private struct Watch {
    var revision: Int?
    var beginning: Task<Void, Never>?
  }

  init(_ name: String, in libraries: PostgresLibraries) {
    self.libraries = libraries
    self.name = name
  }

  func read<Value: Sendable>(
    limit: Duration? = nil, isCancellable: Bool = false,
    _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let number = try await number()
    return try await libraries.read(of: number, limit: limit, isCancellable: isCancellable) {
      [step = libraries.searchStep] in
      try work(LibrarySession($0, library: number, searchStep: step))
    }
  }

  func write<Value: Sendable>(
    notification: PostgresLibraries.ChangeNotification = .changed,
    _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let number = try await number()
    return try await libraries.write(of: number, notification: notification) {
      try work(LibrarySession($0, library: number))
    }
  }

  func change<Value: Sendable>(
    _ ids: [Recording.ID], _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let value = try await write(work)
    changes.send(.recordings(Set(ids)))
    return value
  }

  func changeMemo(
    of id: TranscriptionJob.ID, _ work: @escaping @Sendable (LibrarySession) throws -> Void
  ) async throws {
    let memo = try await write { session in
      try work(session)
      return try session.recordingID(ofJob: id)
    }
    changes.send(memo.map { .recordings([$0]) } ?? .anything)
  }

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
