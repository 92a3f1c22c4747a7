package import Foundation

/// For how long a claimed job is its owner's without a sign of life.
///
/// Whether an owner is there still cannot be seen from another machine or container: it is, as long
/// as it says so. The time is the database's own, not that of who calls.
///
/// A job whose lease has run out, or whose process is seen to have died, can be claimed by another:
/// its finished segments are kept, and it goes on after them. A client does not claim what it has
/// claimed and not yet ended.
public enum JobLease {
  /// How long a claim, or a renewal of it, holds.
  public static let length: Duration = .seconds(30)

  /// When a lease that begins at a moment ends.
  package static func end(from now: Date) -> Date { now.addingTimeInterval(length / .seconds(1)) }

  /// Whether what was claimed until `end` may be claimed by anybody.
  ///
  /// One that ends much later than any that begins now was made before the clock was set back: to
  /// wait for its end could take years. Who has it and is there still is told that it has lost it.
  package static func isOver(_ end: Date?, at now: Date) -> Bool {
    guard let end
    else { return true }
    return end <= now || end > Self.end(from: Self.end(from: now))
  }
}

/// The jobs that one client has claimed, with the owner that each was claimed for.
///
/// An owner is one claim, not a client: where a job was lost and claimed again, who had it first can
/// write nothing more. A client hands out no job that it holds, even if the lease has run out: the
/// machine may have slept, and who does the job goes on now.
package struct HeldJobs: Sendable {
  private var owners: [TranscriptionJob.ID: UUID] = [:]

  package init() {}

  package var ids: [TranscriptionJob.ID] { Array(owners.keys) }

  package func holds(_ id: TranscriptionJob.ID) -> Bool { owners[id] != nil }

  package mutating func hold(_ id: TranscriptionJob.ID, for owner: UUID) { owners[id] = owner }

  /// The owner that a job was claimed for.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` for one that is not held, or not any more.
  package func owner(of id: TranscriptionJob.ID) throws -> UUID {
    guard let owner = owners[id]
    else { throw DatabaseError.notFound(id) }
    return owner
  }

  /// Gives up a job if what was done with it shows that it is nobody's here any more.
  ///
  /// - Parameters:
  ///   - error: What was thrown, or `nil` where it was done.
  ///   - outcome: How it was to be ended, if it was.
  package mutating func letGo(
    _ id: TranscriptionJob.ID, after error: (any Error)?, ending outcome: TranscriptionJob.Outcome?
  ) {
    let isLost = if case .notFound? = error as? DatabaseError { true } else { false }
    // Who puts a job back does no more, whether that could be written or not: its lease runs out.
    if isLost || outcome == .interrupted || outcome != nil && error == nil { owners[id] = nil }
  }
}

extension DatabaseError {
  /// A job that is not there, or no longer its owner's.
  package static func notFound(_ id: TranscriptionJob.ID) -> Self {
    .notFound("transcription job \(id.rawValue.uuidString.lowercased())")
  }
}
