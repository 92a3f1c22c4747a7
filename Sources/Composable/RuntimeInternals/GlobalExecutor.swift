import Glibc
import Synchronization

/// The executor that runs the tasks which belong to no actor.
package enum GlobalExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// The runtime's variable with a hook that is called for each job of the global executor. The
  /// runtime documents it, but it is not part of the language.
  nonisolated(unsafe) private static let hook: UnsafeMutablePointer<Hook?>? =
    LoadedSymbol.address(of: "swift_task_enqueueGlobal_hook")?
    .assumingMemoryBound(to: Hook?.self)

  private static let isRedirected = Atomic(false)
  private static let count = Atomic(0)

  /// Puts our function in the runtime's variable, once and for all.
  private static let isHooked: Bool = {
    hook?.pointee = { job, original in
      if let captured = CapturedJobs.ofThread {
        captured.append(job)
      } else {
        if isRedirected.load(ordering: .relaxed) {
          MainActor.shared.enqueue(job)
        } else {
          original(job)
        }
        // After the job is enqueued: code that reads the old count and sees this thread asleep can
        // conclude that the thread that runs the job was already awake.
        count.add(1, ordering: .releasing)
      }
    }
    return hook != nil
  }()

  /// Whether jobs can be redirected.
  package static var canRedirect: Bool { hook != nil }

  /// Sends newly enqueued jobs to the main actor, or to their usual threads.
  package static func redirectToMainActor(_ isRedirected: Bool) {
    guard isHooked
    else { return }
    Self.isRedirected.store(isRedirected, ordering: .relaxed)
  }

  /// The number of jobs enqueued since the first read, without those that ``runUntilIdle(_:)`` ran
  /// and the continuations of yielding tasks. Zero if jobs can't be counted.
  package static var jobCount: Int {
    isHooked ? count.load(ordering: .acquiring) : 0
  }

  /// Runs an operation, and then, on this thread, the jobs that it and these jobs enqueue, until
  /// none is left: a task that is resumed here reaches its next suspension or another executor
  /// before this returns. Other jobs of the process run as usual.
  ///
  /// Does not run jobs of the main actor and of custom executors, nor the continuation of a
  /// yielding task (`Task.yield`), for which the runtime calls no hook. Stops after very many jobs,
  /// because a task may create them until another thread stops it.
  ///
  /// - Parameter operation: Resumes or starts tasks.
  /// - Returns: Whether all of the jobs were run.
  package static func runUntilIdle(_ operation: () -> Void) -> Bool {
    guard isHooked
    else {
      operation()
      return false
    }
    return CapturedJobs.run(operation)
  }
}
