/// The jobs that one thread keeps for itself, in the order in which they were made ready.
final class CapturedJobs {
  private var jobs: [UnownedJob] = []

  func append(_ job: UnownedJob) {
    jobs.append(job)
  }

  private typealias Run = @convention(thin) (UnownedJob, UInt, UInt) -> Void
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void

  /// The runtime's function that runs a job on an executor, which is two words.
  private static let runJob =
    LoadedSymbol.function(named: "swift_job_run", as: Run.self)

  /// The runtime's function that has a job run by its own threads.
  private static let enqueueGlobally =
    LoadedSymbol.function(named: "swift_task_enqueueGlobal", as: Enqueue.self)

  /// The number of jobs to run before the rest is handed on.
  private static let limit = 1_000

  private static let current = ThreadLocal<CapturedJobs>()

  /// The jobs that this thread keeps at the moment, if it does.
  static var ofThread: CapturedJobs? { current.value }

  /// Runs an operation and its jobs. Returns whether all have run.
  static func run(_ operation: () -> Void) -> Bool {
    guard let runJob, let enqueueGlobally
    else {
      operation()
      return false
    }
    let captured = CapturedJobs()
    var index = 0
    current.withValue(captured) {
      operation()
      while index < min(captured.jobs.count, limit) {
        // The executor that is described by zeros is the one of all tasks on no actor.
        runJob(captured.jobs[index], 0, 0)
        index += 1
      }
    }
    for job in captured.jobs[index...] { enqueueGlobally(job) }
    return index == captured.jobs.count
  }
}
