package import Foundation

/// The time that a claim lasts without a renewal, by the database's clock. After it, or once the
/// owner's process is seen dead, another client claims the job and resumes after the kept segments.
public enum JobLease {
  public static let length: Duration = .seconds(30)

  package static func end(from now: Date) -> Date { now.addingTimeInterval(length / .seconds(1)) }

  /// A lease that ends too late was made before the clock was set back. It counts as over.
  package static func hasExpired(_ end: Date?, at now: Date) -> Bool {
    guard let end
    else { return true }
    return end <= now || end > Self.end(from: Self.end(from: now))
  }
}

/// Claimed jobs by owner id. A held job isn't claimed again: a machine may sleep past its lease.
package struct ClaimedJobs: Sendable {
  private var owners: [TranscriptionJob.ID: UUID] = [:]

  package init() {}

  package var ids: [TranscriptionJob.ID] { Array(owners.keys) }

  package func holds(_ id: TranscriptionJob.ID) -> Bool { owners[id] != nil }

  package mutating func hold(_ id: TranscriptionJob.ID, for owner: UUID) { owners[id] = owner }

  package func owner(of id: TranscriptionJob.ID) throws -> UUID {
    guard let owner = owners[id]
    else { throw DatabaseError.notFound(id) }
    return owner
  }

  /// With a claim, releases the job only for that claim: this client may have claimed it again.
  package mutating func release(
    _ id: TranscriptionJob.ID, claimedFor claim: UUID? = nil, after error: (any Error)?,
    ending outcome: TranscriptionJob.Outcome?
  ) {
    guard claim == nil || owners[id] == claim
    else { return }
    let isLost = if case .notFound? = error as? DatabaseError { true } else { false }
    // Released even if the write failed: the lease runs out.
    if isLost || outcome == .interrupted || outcome != nil && error == nil { owners[id] = nil }
  }
}

extension DatabaseError {
  package static func notFound(_ id: TranscriptionJob.ID) -> Self {
    .notFound("transcription job \(id.text)")
  }
}
