public import Foundation
public import Tagged

public struct ClaimedJob: Equatable, Identifiable, Sendable {
  /// Unique per claim. Grants write access to the job, so keep it secret.
  public typealias ID = Tagged<ClaimedJob, UUID>

  public let id: ID
  public let job: TranscriptionJob
  public let library: String

  public init(id: ID, library: String, job: TranscriptionJob) {
    self.id = id
    self.job = job
    self.library = library
  }

  public var proof: ClaimProof { ClaimProof(claim: id, job: job.id, library: library) }
}

/// Authorizes calls about a claimed job. Only the client that made the claim has it.
public struct ClaimProof: Equatable, Sendable {
  public let claim: ClaimedJob.ID
  public let job: TranscriptionJob.ID
  public let library: String

  public init(claim: ClaimedJob.ID, job: TranscriptionJob.ID, library: String) {
    self.claim = claim
    self.job = job
    self.library = library
  }
}

public struct QueueShare: Codable, Equatable, Sendable {
  public var priority: Int
  /// Positive. Libraries of equal priority share the transcribed audio in proportion to it.
  public var weight: Double

  public init(priority: Int = 0, weight: Double = 1) {
    self.priority = priority
    self.weight = weight
  }

  package func check() throws(DatabaseError) {
    guard weight.isFinite, weight > 0
    else { throw .invalid("a library's weight must be greater than 0, not \(weight)") }
  }
}
