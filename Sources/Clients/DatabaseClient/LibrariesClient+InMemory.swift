import ConcurrencyExtras
import Foundation
import SharedModels
import Tagged

extension LibrariesClient {
  public static func inMemory(
    _ libraries: [String: DatabaseClient]
  ) -> (libraries: LibrariesClient, queue: JobQueueClient) {
    let memory = MemoryLibraries(libraries)
    return (.inMemory(memory), .inMemory(memory))
  }

  private static func inMemory(_ memory: MemoryLibraries) -> Self {
    Self(
      names: { memory.libraries.map(\.name) },
      add: { name in memory.add(name) },
      library: { name in
        guard let library = memory.library(name)
        else { throw DatabaseError.notFound(library: name) }
        return library
      },
      opened: { sha256, date in
        for (name, library) in memory.libraries {
          if let token = try await library.access.token(sha256: sha256, usedAt: date) {
            return Opened(library: name, token: token)
          }
        }
        return nil
      },
      shared: { sha256 in
        for (name, library) in memory.libraries {
          let date = try await library.currentDate()
          guard try await library.access.sharedMemo(sha256: sha256, at: date) == nil
          else { return name }
        }
        return nil
      },
      shares: { memory.shares },
      setShare: { name, share in
        try share.check()
        try memory.set(share, of: name)
      },
      settings: { name in try memory.settings(of: name) },
      setSettings: { name, values, revision in
        try memory.set(values, of: name, replacing: revision)
      },
      queueState: { date in
        var state = QueueState()
        var oldest: Date?
        for (_, library) in memory.libraries {
          let jobs = try await library.jobs.list()
          let here = Set(try await library.recordings(matching: RecordingQuery()).map(\.id))
          for job in jobs where here.contains(job.recordingID) {
            switch job.state {
            case .queued:
              state.waitingCount += 1
              oldest = min(oldest ?? job.createdAt, job.createdAt)
            case .running: state.runningCount += 1
            case .cancelled, .done, .failed: break
            }
          }
        }
        state.oldest = oldest.map { Duration(clampingSeconds: date.timeIntervalSince($0)) }
        return state
      },
      transcribers: { memory.transcribers },
      addTranscriber: { token, sha256 in memory.add(token, sha256: sha256) },
      removeTranscriber: { name in memory.removeTranscriber(name) },
      transcriber: { sha256, date in memory.transcriber(sha256, usedAt: date) })
  }
}

extension JobQueueClient {
  fileprivate static func inMemory(_ memory: MemoryLibraries) -> Self {
    @Sendable func library(_ proof: ClaimProof) throws -> (DatabaseClient, Recording.ID) {
      guard let library = memory.library(proof.library), let claim = memory.claim(provenBy: proof)
      else { throw DatabaseError.notFound(proof.job) }
      return (library, claim.job.recordingID)
    }
    return Self(
      claim: { jobs in
        for (name, library) in memory.turns {
          let memos =
            jobs.isEmpty
            ? nil
            : Set(try await library.jobs.list().filter { !jobs.contains($0.id) }.map(\.recordingID))
          guard let job = try await library.jobs.claim(among: memos)
          else { continue }
          let memo = try await library.recording(id: job.recordingID)
          return memory.claim(job, of: name, lasting: memo?.duration ?? .zero)
        }
        return nil
      },
      recording: { proof in
        let (database, id) = try library(proof)
        guard let memo = try await database.recording(id: id)
        else { throw DatabaseError.notFound(proof.job) }
        return memo
      },
      keptSegments: { proof in
        try await library(proof).0.jobs.keptSegments(of: proof.job, after: 0)
      },
      append: { segments, proof, checkpoint, progress in
        try await library(proof).0.jobs.append(
          segments: segments, to: proof.job, checkpoint: checkpoint, progress: progress)
      },
      renew: { proof in try await library(proof).0.jobs.renew(id: proof.job) },
      end: { proof, outcome in
        try await library(proof).0.jobs.end(id: proof.job, outcome: outcome)
        memory.release(proof)
      },
      setTitle: { proof, title, former in
        let (database, id) = try library(proof)
        let memo = try await database.modify(id: id) { memo in
          if memo.title == former { memo.title = title }
        }
        return memo.title == title
      },
      news: { memory.news() })
  }
}

final class MemoryLibraries: Sendable {
  private struct Entry {
    let library: DatabaseClient
    var settings: LibrarySettings?
    var share = QueueShare()
    /// Seconds of claimed audio, divided by the weight.
    var served = 0.0
  }

  private struct State {
    var claims: [TranscriptionJob.ID: ClaimedJob] = [:]
    var entries: [String: Entry] = [:]
  }

  let known = LockIsolated<[String: AccessToken]>([:])
  private let state: LockIsolated<State>

  init(_ libraries: [String: DatabaseClient]) {
    state = LockIsolated(State(entries: libraries.mapValues { Entry(library: $0) }))
  }

  var libraries: [(name: String, library: DatabaseClient)] {
    state.withValue { $0.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.library) } }
  }

  func library(_ name: String) -> DatabaseClient? { state.withValue { $0.entries[name]?.library } }

  func add(_ name: String) -> Bool {
    let library = DatabaseClient.inMemory()
    return state.withLock { state in
      guard state.entries[name] == nil
      else { return false }
      // A new library doesn't catch up on what the others received before.
      let served = state.entries.values.map(\.served).min() ?? 0
      state.entries[name] = Entry(library: library, served: served)
      return true
    }
  }

  var shares: [String: QueueShare] { state.withValue { $0.entries.mapValues(\.share) } }

  func set(_ share: QueueShare, of name: String) throws {
    try state.withLock { state in
      guard let entry = state.entries[name]
      else { throw DatabaseError.notFound(library: name) }
      // Turns that it had or missed at its former priority don't count.
      let others = state.entries.values.filter { $0.share.priority == share.priority }
      state.entries[name]?.share = share
      if entry.share.priority != share.priority, let served = others.map(\.served).min() {
        state.entries[name]?.served = served
      }
    }
  }

  func settings(of name: String) throws -> LibrarySettings? {
    try state.withValue { state in
      guard let entry = state.entries[name]
      else { throw DatabaseError.notFound(library: name) }
      return entry.settings
    }
  }

  func set(_ values: [String: String], of name: String, replacing revision: Int?) throws -> Bool {
    try state.withLock { state in
      guard let entry = state.entries[name]
      else { throw DatabaseError.notFound(library: name) }
      guard entry.settings?.revision == revision
      else { return false }
      state.entries[name]?.settings = LibrarySettings(
        revision: (revision ?? 0) + 1, values: values)
      return true
    }
  }

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
      state.claims[job.id] = claim
      let weight = state.entries[name]?.share.weight ?? 1
      state.entries[name]?.served += max(1, length / .seconds(1)) / weight
    }
    return claim
  }

  func claim(provenBy proof: ClaimProof) -> ClaimedJob? {
    state.withValue { state in state.claims[proof.job].flatMap { $0.proof == proof ? $0 : nil } }
  }

  func release(_ proof: ClaimProof) {
    _ = state.withLock { $0.claims.removeValue(forKey: proof.job) }
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
