public import Foundation
public import Tagged

/// A job of some library that was claimed, and the claim itself: what is done with the job is done by
/// showing it.
public struct ClaimedJob: Equatable, Identifiable, Sendable {
  /// Tells a claim from every other one, also of the same job. Who has it may write to the job, so it
  /// is nobody else's business.
  public typealias ID = Tagged<ClaimedJob, UUID>

  public let id: ID
  public let job: TranscriptionJob
  /// The name of the library that the job is of.
  public let library: String

  public init(id: ID, library: String, job: TranscriptionJob) {
    self.id = id
    self.job = job
    self.library = library
  }

  /// What shows that the job is one's own.
  public var proof: ClaimProof { ClaimProof(claim: id, job: job.id, library: library) }
}

/// What shows that a claimed job is somebody's: of all who ask, only they know it.
public struct ClaimProof: Equatable, Sendable {
  public let claim: ClaimedJob.ID
  public let job: TranscriptionJob.ID
  /// The name of the library that the job is of.
  public let library: String

  public init(claim: ClaimedJob.ID, job: TranscriptionJob.ID, library: String) {
    self.claim = claim
    self.job = job
    self.library = library
  }
}

/// What a library gets of those who work for all of them.
public struct QueueShare: Codable, Equatable, Sendable {
  /// Jobs of libraries with a higher one are done first.
  public var priority: Int
  /// Among those of the same priority, for how much sound this one's turn comes, in proportion to the
  /// others'. Positive.
  public var weight: Double

  public init(priority: Int = 0, weight: Double = 1) {
    self.priority = priority
    self.weight = weight
  }

  /// - Throws: ``DatabaseError/invalid(_:)`` for a weight by which nothing could be shared.
  package func check() throws(DatabaseError) {
    guard weight.isFinite, weight > 0
    else { throw .invalid("a library's weight must be greater than 0, not \(weight)") }
  }
}
