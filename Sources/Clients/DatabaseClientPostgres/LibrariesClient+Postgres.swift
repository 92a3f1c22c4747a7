public import DatabaseClient
import DatabaseSQL
import Foundation
import SharedModels
import Tagged

extension LibrariesClient {
  public static func postgres(_ libraries: PostgresLibraries) -> LibrariesClient {
    LibrariesClient(
      names: {
        try await libraries.read { transaction in
          try transaction.query(sql: "SELECT * FROM library_names() AS name") { $0.text("name") }
        }
      },
      add: { name in
        try await libraries.write { transaction in
          try transaction.first(sql: "SELECT add_library(\(name)) AS is_new") {
            $0.bool("is_new")
          } ?? false
        }
      },
      library: { name in
        _ = try await libraries.number(of: name)
        return .postgres(libraries, library: name)
      },
      opened: { sha256, date in
        let name = try await libraries.read { transaction in
          try transaction.first(sql: "SELECT name FROM library_of_token(\(sha256))") {
            $0.text("name")
          }
        }
        guard let name,
          let token = try await libraries.library(name)
            .accessToken(sha256: sha256, usedAt: date)
        else { return nil }
        return Opened(library: name, token: token)
      },
      shared: { sha256 in
        try await libraries.read { transaction in
          try transaction.first(
            sql: "SELECT library_of_link(\(sha256), \(LibrarySession.currentTime)) AS name"
          ) {
            $0.optionalText("name")
          } ?? nil
        }
      },
      shares: {
        try await libraries.read { transaction in
          let shares = try transaction.query(
            sql: "SELECT name, priority, weight FROM queue_shares()"
          ) {
            (
              $0.text("name"),
              QueueShare(priority: $0.int("priority"), weight: $0.double("weight"))
            )
          }
          return Dictionary(shares) { $1 }
        }
      },
      setShare: { name, share in
        try share.check()
        let isPresent = try await libraries.write { transaction in
          try transaction.first(
            sql: """
              SELECT share_queue(\(name), \(share.priority)::int, \(share.weight)) AS is_there
              """
          ) { $0.bool("is_there") }
        }
        guard isPresent == true
        else { throw DatabaseError.notFound(library: name) }
      },
      settings: { name in try await libraries.settings(of: name) },
      setSettings: { name, values, revision in
        try await libraries.setSettings(of: name, values, replacing: revision)
      },
      queueState: { date in
        let state = try await libraries.read { transaction in
          try transaction.first(
            sql: "SELECT waiting, running, oldest FROM queue_state(\(date))"
          ) { row in
            QueueState(
              waitingCount: row.int("waiting"), runningCount: row.int("running"),
              oldest: row.optionalDouble("oldest").map { Duration(clampingSeconds: $0) })
          }
        }
        return state ?? QueueState()
      },
      transcribers: { try await libraries.transcribers() },
      addTranscriber: { token, sha256 in
        try await libraries.addTranscriber(token, sha256: sha256)
      },
      removeTranscriber: { name in try await libraries.removeTranscriber(named: name) },
      transcriber: { sha256, date in
        try await libraries.transcriber(showing: sha256, usedAt: date)
      })
  }
}

extension JobQueueClient {
  public static func postgres(_ libraries: PostgresLibraries) -> JobQueueClient {
    @Sendable func library(_ proof: ClaimProof) -> PostgresLibrary {
      libraries.library(proof.library)
    }
    return JobQueueClient(
      claim: { jobs in try await libraries.claimJob(except: jobs.map(\.rawValue)) },
      recording: { proof in
        try await library(proof).read(for: .request) { session in
          let id = try session.memo(provenBy: proof)
          let memos = try session.recordings(matching: RecordingQuery(ids: [id], place: nil))
          guard let memo = memos.first
          else { throw DatabaseError.notFound(proof.job) }
          return memo
        }
      },
      keptSegments: { proof in
        try await library(proof).read(for: .request) { session in
          _ = try session.memo(provenBy: proof)
          return try session.keptSegments(of: proof.job, after: 0)
        }
      },
      append: { segments, proof, checkpoint, progress in
        try await library(proof).changeMemo(of: proof.job) { session in
          try session.append(
            segments, to: proof.job, claimedFor: proof.claim.rawValue, checkpoint: checkpoint,
            progress: progress)
        }
      },
      renew: { proof in
        try await library(proof).write(notifying: false) { session in
          try session.renewJob(proof.job, claimedFor: proof.claim.rawValue)
        }
      },
      end: { proof, outcome in
        try await library(proof).changeMemo(of: proof.job) { session in
          try session.end(proof.job, claimedFor: proof.claim.rawValue, outcome)
        }
      },
      setTitle: { proof, title, former in
        let place = library(proof)
        let memo = try await place.write(notifying: true) { session in
          try session.modify(try session.memo(provenBy: proof)) { memo in
            if memo.title == former { memo.title = title }
          }
        }
        place.changes.send(.recordings([memo.id]))
        return memo.title == title
      },
      news: { libraries.news() })
  }
}

extension LibrarySession {
  fileprivate func memo(provenBy proof: ClaimProof) throws -> Recording.ID {
    let memo = try first(
      """
      SELECT recordings.id FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND jobs.id = \(proof.job) AND jobs.state = 'running'
        AND jobs.owner = \(proof.claim)
      """
    ) { try $0.id("id") as Recording.ID }
    guard let memo
    else { throw DatabaseError.notFound(proof.job) }
    return memo
  }
}

extension PostgresLibraries {
  /// Leases end silently, and notifications may be lost.
  private static let interval: Duration = .seconds(10)

  fileprivate func claimJob(except ids: [UUID]) async throws -> ClaimedJob? {
    let owner = UUID()
    return try await write { [self] transaction in
      let found = try transaction.first(
        sql: """
          SELECT tenant, name, job
          FROM claim_anywhere(\(owner), \(LibrarySession.lease)::interval, \(ids))
          """
      ) { (number: $0.int("tenant"), name: $0.text("name"), job: $0.int64("job")) }
      guard let found
      else { return nil }
      // The library is known only now. Row security requires it for the rest.
      try transaction.run(
        sql: "SELECT set_config('speechmemo.library', \("\(found.number)"), true)")
      notify(.changed, of: found.number, in: transaction)
      return try LibrarySession(transaction, library: found.number).job(atRow: found.job).map {
        ClaimedJob(id: ClaimedJob.ID(owner), library: found.name, job: $0)
      }
    }
  }

  fileprivate func news() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.yield()
      let work = Task { [pool] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await _ in pool.notifications(on: "speechmemo_jobs") { continuation.yield() }
          }
          group.addTask {
            while (try? await Task.sleep(for: Self.interval)) != nil { continuation.yield() }
          }
        }
      }
      continuation.onTermination = { _ in work.cancel() }
    }
  }
}
