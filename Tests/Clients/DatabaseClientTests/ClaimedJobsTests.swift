import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Testing

struct ClaimedJobsTests {
  private let job = TranscriptionJob.ID(UUID(0))

  @Test("A lost claim does not release the job's next claim")
  func lostClaim() throws {
    var jobs = ClaimedJobs()
    jobs.hold(job, for: UUID(1))
    jobs.release(job, claimedFor: UUID(1), after: nil, ending: .interrupted)
    #expect(!jobs.holds(job))
    jobs.hold(job, for: UUID(2))
    jobs.release(job, claimedFor: UUID(1), after: DatabaseError.notFound(job), ending: nil)
    #expect(try jobs.owner(of: job) == UUID(2))
    jobs.release(job, claimedFor: UUID(2), after: DatabaseError.notFound(job), ending: nil)
    #expect(throws: DatabaseError.notFound(job)) { try jobs.owner(of: job) }
  }
}
