public import CasePaths
public import DatabaseClient
import Foundation
public import SharedModels
public import Tagged
import URLRouting

@CasePathable
public enum QueueRoute: Equatable, Sendable {
  case claim(ClaimRequest)
  case news
  case job(ClaimProof, ClaimedJobRoute)
}

@CasePathable
public enum ClaimedJobRoute: Equatable, Sendable {
  case memo
  case setTitle(TitleChange)
  case audio
  case segments
  case append(SegmentsToKeep)
  case renew
  case end(JobEnd)
}

/// Reads the claim from the query rather than the path, because paths are logged.
struct ClaimProofParser: HeadParser {
  private struct Shown: Sendable { var claim: ClaimedJob.ID? }

  private let query = Query(Shown()) { Field("claim", \.claim) }

  func read(_ data: inout RouteData) throws(RouteError) -> ClaimProof {
    let library = try PathValue<String>().read(&data)
    let job = try PathValue<TranscriptionJob.ID>().read(&data)
    guard let claim = try query.read(&data).claim
    else { throw .malformed("the parameter 'claim' is missing: send the id of the claim") }
    return ClaimProof(claim: claim, job: job, library: library)
  }

  func print(_ proof: ClaimProof, into data: inout RouteData) throws(RouteError) {
    try PathValue<String>().print(proof.library, into: &data)
    try PathValue<TranscriptionJob.ID>().print(proof.job, into: &data)
    try query.print(Shown(claim: proof.claim), into: &data)
  }
}

public struct ClaimRequest: Codable, Equatable, Sendable {
  /// Ids of jobs that the transcriber is still working on, even if it has lost them.
  public var except: [String]?

  public init(except jobs: Set<TranscriptionJob.ID> = []) {
    except =
      jobs.isEmpty ? nil : jobs.map { $0.text }.sorted()
  }

  public var jobs: Set<TranscriptionJob.ID>? {
    let ids = (except ?? []).compactMap { UUID(uuidString: $0).map { TranscriptionJob.ID($0) } }
    return ids.count == except?.count ?? 0 ? Set(ids) : nil
  }
}

public struct ClaimReply: Codable, Equatable, Sendable {
  public var claim: ClaimValue?

  public init(claim: ClaimValue?) {
    self.claim = claim
  }
}

public struct ClaimValue: Codable, Equatable, Sendable {
  public var checkpoint: TranscriptionCheckpoint?
  /// Secret: it proves the claim.
  public var id: String
  public var job: JobValue
  public var library: String

  public init(_ claim: ClaimedJob) {
    checkpoint = claim.job.checkpoint
    id = claim.id.text
    job = JobValue(claim.job)
    library = claim.library
  }

  public var value: ClaimedJob? {
    guard let id = UUID(uuidString: id), var job = job.value
    else { return nil }
    job.checkpoint = checkpoint
    return ClaimedJob(id: ClaimedJob.ID(id), library: library, job: job)
  }
}

public struct TitleChange: Codable, Equatable, Sendable {
  public var title: String
  public var was: String

  public init(_ title: String, was: String) {
    self.title = title
    self.was = was
  }
}

public struct TitleReply: Codable, Equatable, Sendable {
  public var isChanged: Bool

  public init(isChanged: Bool) {
    self.isChanged = isChanged
  }
}

public struct SegmentsToKeep: Codable, Equatable, Sendable {
  public var checkpoint: TranscriptionCheckpoint?
  public var progress: Double
  public var segments: [Segment]

  public init(_ segments: [Segment], checkpoint: TranscriptionCheckpoint?, progress: Double) {
    self.checkpoint = checkpoint
    self.progress = progress
    self.segments = segments
  }
}
