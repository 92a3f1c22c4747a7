import Glibc
import Synchronization

/// The executor that runs the tasks which belong to no actor.
package enum GlobalExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// The runtime's variable that holds a function to be called in place of its own for each job
  /// that goes to the global executor. The runtime documents it for this use, but it is no part of
  /// the language.
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
        // After the job is handed over: code that sees an old count and this thread asleep knows that
        // the thread that runs the job was awake by then.
        count.add(1, ordering: .releasing)
      }
    }
    return hook != nil
  }()

  /// Whether jobs can be redirected.
  package static var canRedirect: Bool { hook != nil }

  /// Sends the jobs that are made ready from now on to the main actor, or to their usual threads.
  package static func redirectToMainActor(_ isRedirected: Bool) {
    guard isHooked
    else { return }
    Self.isRedirected.store(isRedirected, ordering: .relaxed)
  }

  /// How many jobs were made ready since this was first asked, but for those that
  /// ``runUntilIdle(_:)`` has run, and but for the steps of tasks that give way. Where they cannot be
  /// counted, always zero.
  package static var jobCount: Int {
    isHooked ? count.load(ordering: .acquiring) : 0
  }

  /// Runs an operation, and then, on this thread, the jobs that it made ready, and those that they
  /// made ready in turn, until none is left: a task that is resumed here gets to where it waits for
  /// something, or goes to another executor, before this returns. All other jobs of the process
  /// go where they always go.
  ///
  /// Jobs of the main actor and of executors that are not the runtime's own are not run here, nor
  /// is the next step of a task that gives way (`Task.yield`), which the runtime tells nobody of.
  /// Nor are the rest of very many jobs, because a task may make them until another thread stops it.
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
