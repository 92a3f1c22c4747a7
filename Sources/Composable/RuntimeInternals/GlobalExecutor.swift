import Glibc

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

  /// Whether jobs can be redirected.
  package static var canRedirect: Bool { hook != nil }

  /// Sends the jobs that are made ready from now on to the main actor, or to their usual threads.
  ///
  /// Two threads must not call this at once.
  package static func redirectToMainActor(_ isRedirected: Bool) {
    hook?.pointee = isRedirected ? { job, _ in MainActor.shared.enqueue(job) } : nil
  }
}
