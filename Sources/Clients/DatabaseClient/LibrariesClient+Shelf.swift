import ConcurrencyExtras
import Foundation
import SharedModels
import Tagged

extension LibrariesClient {
  /// Libraries that are open already, or in memory, as they would be in one place, and the queue of
  /// their jobs. What each gets, and what was claimed, is known to this process alone.
  ///
  /// - Parameter new: Makes the library of a name that is not there yet.
  public static func shelf(
    _ libraries: [String: DatabaseClient] = [:],
    new: @escaping @Sendable (_ name: String) -> DatabaseClient = { _ in .inMemory() }
  ) -> (libraries: LibrariesClient, queue: JobQueueClient) {
    let shelf = LibraryShelf(libraries)
    return (.shelf(shelf, new: new), .shelf(shelf))
  }

  private static func shelf(
    _ shelf: LibraryShelf, new: @escaping @Sendable (_ name: String) -> DatabaseClient
  ) -> Self {
    Self(
      names: { shelf.libraries.map(\.name) },
      add: { name in shelf.add(name, new) },
      library: { name in
        guard let library = shelf.library(name)
        else { throw DatabaseError.notFound(library: name) }
        return library
      },
      opened: { sha256, date in
        for (name, library) in shelf.libraries {
          if let token = try await library.accessToken(sha256: sha256, usedAt: date) {
            return Opened(library: name, token: token)
          }
        }
        return nil
      },
      shared: { sha256, date in
        for (name, library) in shelf.libraries
        where try await library.sharedMemo(sha256: sha256, at: date) != nil { return name }
        return nil
      },
      shares: { shelf.shares },
      setShare: { name, share in
        try share.check()
        try shelf.set(share, of: name)
      })
  }
}

extension JobQueueClient {
  fileprivate static func shelf(_ shelf: LibraryShelf) -> Self {
    @Sendable func library(_ claim: ClaimedJob) throws -> DatabaseClient {
      guard let library = shelf.library(claim.library), shelf.holds(claim)
      else { throw DatabaseError.notFound(claim.job.id) }
      return library
    }
    return Self(
      claim: { jobs in
        for (name, library) in shelf.turns {
          guard let job = try await library.claimJob(among: nil)
          else { continue }
          let memo = try await library.recordings(
            matching: RecordingQuery(ids: [job.recordingID], place: nil)
          ).first
          return shelf.claim(job, of: name, lasting: memo?.duration ?? .zero)
        }
        return nil
      },
      recording: { claim in
        let memos = try await library(claim).recordings(
          matching: RecordingQuery(ids: [claim.job.recordingID], place: nil))
        guard let memo = memos.first
        else { throw DatabaseError.notFound(claim.job.id) }
        return memo
      },
      keptSegments: { claim in
        try await library(claim).keptSegments(of: claim.job.id, after: 0)
      },
      append: { segments, claim, checkpoint, progress in
        try await library(claim).appendSegments(
          segments: segments, to: claim.job.id, checkpoint: checkpoint, progress: progress)
      },
      renew: { claim in try await library(claim).renewJob(id: claim.job.id) },
      end: { claim, outcome in
        try await library(claim).endJob(id: claim.job.id, outcome: outcome)
        shelf.letGo(claim)
      },
      news: { shelf.news() })
  }
}

/// Libraries side by side, and what is claimed in them.
final class LibraryShelf: Sendable {
  private struct Entry {
    let library: DatabaseClient
    var share = QueueShare()
    /// For how much sound its turn has come, by its weight.
    var served = 0.0
  }

  private struct State {
    var claims: [TranscriptionJob.ID: ClaimedJob.ID] = [:]
    var entries: [String: Entry] = [:]
  }

  private let state: LockIsolated<State>

  init(_ libraries: [String: DatabaseClient]) {
    state = LockIsolated(State(entries: libraries.mapValues { Entry(library: $0) }))
  }

  var libraries: [(name: String, library: DatabaseClient)] {
    state.withValue { $0.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.library) } }
  }

  func library(_ name: String) -> DatabaseClient? { state.withValue { $0.entries[name]?.library } }

  func add(_ name: String, _ new: (String) -> DatabaseClient) -> Bool {
    let library = new(name)
    return state.withLock { state in
      guard state.entries[name] == nil
      else { return false }
      // It has no claim to what was done before it was there.
      let served = state.entries.values.map(\.served).min() ?? 0
      state.entries[name] = Entry(library: library, served: served)
      return true
    }
  }

  var shares: [String: QueueShare] { state.withValue { $0.entries.mapValues(\.share) } }

  func set(_ share: QueueShare, of name: String) throws {
    try state.withLock { state in
      guard state.entries[name] != nil
      else { throw DatabaseError.notFound(library: name) }
      state.entries[name]?.share = share
    }
  }

  /// The libraries in the order of their turns.
  var turns: [(name: String, library: DatabaseClient)] {
    state.withValue { state in
      state.entries.sorted {
        (-$0.value.share.priority, $0.value.served, $0.key)
          < (-$1.value.share.priority, $1.value.served, $1.key)
      }.map { ($0.key, $0.value.library) }
    }
  }

  func claim(_ job: TranscriptionJob, of name: String, lasting length: Duration) -> ClaimedJob {
    let claim = ClaimedJob(id: ClaimedJob.ID(), library: name, job: job)
    state.withLock { state in
      state.claims[job.id] = claim.id
      let weight = state.entries[name]?.share.weight ?? 1
      state.entries[name]?.served += max(1, length / .seconds(1)) / weight
    }
    return claim
  }

  func holds(_ claim: ClaimedJob) -> Bool {
    state.withValue { $0.claims[claim.job.id] == claim.id }
  }

  func letGo(_ claim: ClaimedJob) {
    _ = state.withLock { $0.claims.removeValue(forKey: claim.job.id) }
  }

  func news() -> AsyncStream<Void> {
    let streams = libraries.map { $0.library.changes() }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.yield()
      let work = Task {
        await withTaskGroup(of: Void.self) { group in
          for stream in streams {
            group.addTask { for await _ in stream { continuation.yield() } }
          }
        }
      }
      continuation.onTermination = { _ in work.cancel() }
    }
  }
}
