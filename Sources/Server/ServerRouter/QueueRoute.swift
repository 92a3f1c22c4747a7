public import CasePaths
public import DatabaseClient
import Foundation
public import SharedModels
public import Tagged
import URLRouting

/// What can be asked by whoever makes the transcripts of all libraries.
@CasePathable
public enum QueueRoute: Equatable, Sendable {
  /// Claims a job of the library whose turn it is.
  case claim(ClaimRequest)
  /// Tells when there may be something to be claimed, for a minute at most.
  case news
  /// What is done with a claimed job by whoever shows the claim.
  case job(ClaimProof, ClaimedJobRoute)
}

/// What can be asked of a claimed job.
@CasePathable
public enum ClaimedJobRoute: Equatable, Sendable {
  /// The memo that it is of.
  case memo
  /// Gives the memo another title.
  case setTitle(TitleChange)
  /// The memo's sound, whole or in ranges, or where that is.
  case audio
  /// What is kept of it so far.
  case segments
  /// Keeps more, and renews the lease.
  case append(SegmentsToKeep)
  /// Renews the lease.
  case renew
  /// Ends it, or puts it back.
  case end(JobEnd)
}

/// Reads who has a job from an address: the claim stands behind the question mark, so that it is in no
/// log.
struct ClaimProofParser: RouteParser {
  private struct Shown: Sendable { var claim: ClaimedJob.ID? }

  private let query = Query(Shown()) { Field("claim", \.claim) }

  func parse(_ data: inout RouteData) throws(RouteError) -> ClaimProof {
    let library = try PathValue<String>().parse(&data)
    let job = try PathValue<TranscriptionJob.ID>().parse(&data)
    guard let claim = try query.parse(&data).claim
    else { throw .malformed("the parameter 'claim' is missing: send the id of the claim") }
    return ClaimProof(claim: claim, job: job, library: library)
  }

  func print(_ proof: ClaimProof, into data: inout RouteData) throws(RouteError) {
    try PathValue<String>().print(proof.library, into: &data)
    try PathValue<TranscriptionJob.ID>().print(proof.job, into: &data)
    try query.print(Shown(claim: proof.claim), into: &data)
  }
}

/// Which jobs are not to be claimed.
public struct ClaimRequest: Codable, Equatable, Sendable {
  /// The ids of those that whoever claims is at already, even if it has lost them.
  public var except: [String]?

  public init(except jobs: Set<TranscriptionJob.ID> = []) {
    except =
      jobs.isEmpty ? nil : jobs.map { $0.rawValue.uuidString.lowercased() }.sorted()
  }

  /// The jobs; `nil` where one of them is no id.
  public var jobs: Set<TranscriptionJob.ID>? {
    let ids = (except ?? []).compactMap { UUID(uuidString: $0).map { TranscriptionJob.ID($0) } }
    return ids.count == except?.count ?? 0 ? Set(ids) : nil
  }
}

/// A job that was claimed, if there was one.
public struct ClaimReply: Codable, Equatable, Sendable {
  public var claim: ClaimValue?

  public init(claim: ClaimValue?) {
    self.claim = claim
  }
}

/// A claimed job as it is sent to who has claimed it.
public struct ClaimValue: Codable, Equatable, Sendable {
  /// From where its transcription goes on after what is kept.
  public var checkpoint: TranscriptionCheckpoint?
  /// The claim's, to be shown, and nobody else's business.
  public var id: String
  public var job: JobValue
  /// The library's name.
  public var library: String

  public init(_ claim: ClaimedJob) {
    checkpoint = claim.job.checkpoint
    id = claim.id.rawValue.uuidString.lowercased()
    job = JobValue(claim.job)
    library = claim.library
  }

  /// The same as the queue tells it; `nil` where something of it is not known here.
  public var value: ClaimedJob? {
    guard let id = UUID(uuidString: id), var job = job.value
    else { return nil }
    job.checkpoint = checkpoint
    return ClaimedJob(id: ClaimedJob.ID(id), library: library, job: job)
  }
}

/// Another title of a memo.
public struct TitleChange: Codable, Equatable, Sendable {
  public var title: String
  /// The one that it is to take the place of.
  public var was: String

  public init(_ title: String, was: String) {
    self.title = title
    self.was = was
  }
}

/// Whether a memo has another title now.
public struct TitleReply: Codable, Equatable, Sendable {
  public var isChanged: Bool

  public init(isChanged: Bool) {
    self.isChanged = isChanged
  }
}

/// What was heard, to be kept.
public struct SegmentsToKeep: Codable, Equatable, Sendable {
  public var checkpoint: TranscriptionCheckpoint?
  /// How much of the memo has been heard, from 0 to 1.
  public var progress: Double
  public var segments: [Segment]

  public init(_ segments: [Segment], checkpoint: TranscriptionCheckpoint?, progress: Double) {
    self.checkpoint = checkpoint
    self.progress = progress
    self.segments = segments
  }
}
