import ConcurrencyExtras
import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import Tagged

/// One library of a database, shared by all clients of it in the process.
final class PostgresLibrary: Sendable {
  let name: String
  let libraries: PostgresLibraries
  let changes = LibraryChanges()
  /// The jobs that were claimed through this.
  let held = Protected(HeldJobs())
  private let watch = Protected(Watch())

  private struct Watch {
    /// How often others have changed the library, as far as is known.
    var revision: Int?
    /// Finds it out for the first time.
    var beginning: Task<Void, Never>?
  }

  init(_ name: String, in libraries: PostgresLibraries) {
    self.libraries = libraries
    self.name = name
  }

  // MARK: - Work

  /// Reads in one consistent view.
  ///
  /// - Parameter limit: How long one statement may take, where that is long.
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

  /// Writes in one transaction, kept by the server when this returns.
  func write<Value: Sendable>(
    telling: PostgresLibraries.Telling = .changed,
    _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let number = try await number()
    return try await libraries.write(of: number, telling: telling) {
      try work(LibrarySession($0, library: number))
    }
  }

  /// Writes, and tells which memos were changed.
  func change<Value: Sendable>(
    _ ids: [Recording.ID], _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    let value = try await write(work)
    changes.send(.recordings(Set(ids)))
    return value
  }

  /// Writes to a transcription, and tells that its memo was changed.
  func changeMemo(
    of id: TranscriptionJob.ID, _ work: @escaping @Sendable (LibrarySession) throws -> Void
  ) async throws {
    let memo = try await write { session in
      try work(session)
      return try session.first(
        """
        SELECT recordings.id FROM jobs JOIN recordings
          ON recordings.library = jobs.library AND recordings.row = jobs.recording
        WHERE jobs.library = $1 AND jobs.id = $2
        """, [id.rawValue]
      ) { Recording.ID($0.uuid(0)) }
    }
    changes.send(memo.map { .recordings([$0]) } ?? .anything)
  }

  /// What is asked after ``changeStream()`` has returned is not older than what that begins with.
  private func number() async throws -> Int {
    await watch.withLock(\.beginning)?.value
    return try await libraries.number(of: name)
  }

  // MARK: - Changes by others

  /// What changes from now on. The first call begins to look at what others change.
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

  /// Tells that others have changed something, if they have.
  ///
  /// - Parameter revision: How often they have by now.
  func see(_ revision: Int) {
    let hasChanged = watch.withLock { watch in
      // Where it was not known at the beginning, it may have changed since.
      guard watch.beginning == nil, watch.revision != revision
      else { return false }
      watch.revision = revision
      return true
    }
    if hasChanged { changes.send(.anything) }
  }

  /// Whether anybody wants to know; what was known is forgotten if not.
  var isWatched: Bool {
    if changes.hasListeners { return true }
    watch.withLock { $0.revision = nil }
    return false
  }
}
