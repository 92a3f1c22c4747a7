import ConcurrencyExtras
import Foundation
import SharedModels

extension JobsClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      job: { id in library.withValue { $0.openJobs.last { $0.recordingID == id } } },
      list: { page in try library.withValue { try page.part(of: $0.openJobs, among: $0.jobs) } },
      finished: { date, page in
        try library.withValue { library in
          let jobs = library.finishedJobs(since: date)
          return try page.part(of: jobs, among: jobs)
        }
      },
      keptSegments: { id, count in library.withValue { $0.keptSegments(of: id, after: count) } },
      enqueue: { job in try database.change([job.recordingID]) { try $0.enqueue(job) } },
      claim: { ids in
        let owner = UUID()
        let job = library.withLock { library in
          library.claimJob(among: ids, for: owner, at: database.now(), except: database.held.value)
        }
        if let job { database.held.withLock { $0.hold(job.id, for: owner) } }
        return job
      },
      append: { segments, id, checkpoint, progress in
        try database.asOwner(of: id) { owner in
          try database.changeMemo(of: id) { library in
            try library.renew(id, for: owner, at: database.now())
            try library.append(segments, to: id, checkpoint: checkpoint, progress: progress)
          }
        }
      },
      renew: { id in
        try database.asOwner(of: id) { owner in
          try library.withLock { try $0.renew(id, for: owner, at: database.now()) }
        }
      },
      end: { id, outcome in
        if outcome == .cancelled {
          try database.changeMemo(of: id) { try $0.end(id, outcome) }
          database.held.withLock { $0.release(id, after: nil, ending: outcome) }
        } else {
          try database.asOwner(of: id, ending: outcome) { owner in
            try database.changeMemo(of: id) { library in
              try library.renew(id, for: owner, at: database.now())
              try library.end(id, outcome)
            }
          }
        }
      })
  }
}

extension JobPage {
  /// - Parameter all: The jobs of the list and those that have left it, in the list's order.
  fileprivate func part(
    of jobs: [TranscriptionJob], among all: [TranscriptionJob]
  ) throws -> [TranscriptionJob] {
    var rest = all[...]
    if let after {
      guard let index = all.firstIndex(where: { $0.id == after })
      else { throw DatabaseError.notFound(after) }
      rest = all[(index + 1)...]
    }
    let ids = Set(rest.map(\.id))
    return Array(jobs.filter { ids.contains($0.id) }.prefix(limit ?? .max))
  }
}
