import ConcurrencyExtras
import RuntimeInternals
import Synchronization

/// Lets the tasks of the process run until they wait for something.
///
/// Checks whether any other thread of the process runs or has just run, and whether any task became
/// ready in the meantime. In an idle process this takes about 30 µs. In a busy one, because of other
/// tests or a busy thread, it gives up after 20 ms and ten turns of the main actor: by then,
/// everything that was ready for the main actor has run, with the nine steps after it. If the main
/// actor's thread is blocked, it gives up after ten seconds.
///
/// Under the main serial executor, ready tasks wait for this thread. It yields to them first, until
/// no task became ready ten times in a row, which takes about 10 µs more.
package func yieldUntilIdle() async {
  let limit = IdleWait.limit
  let start = ContinuousClock.now
  var turns = 0
  while await !othersAreIdle() {
    let elapsed = start.duration(to: .now)
    if elapsed < limit {
      // To sleep takes much longer than most tasks take to their next step.
      if elapsed > .milliseconds(1) { try? await Task.sleep(for: .microseconds(100)) }
    } else if turns < 10, elapsed < .seconds(10) {
      await waitForTurnOfMainActor(limit: .seconds(10) - elapsed)
      turns += 1
    } else {
      return
    }
  }
}

/// Yields to the jobs that are ready for this thread, and returns whether all other threads wait.
private func othersAreIdle() async -> Bool {
  if uncheckedUseMainSerialExecutor {
    // A job that another thread makes ready during the yields wakes no thread, because this one has
    // to run it. With a look before the yields, the look after them finds that other thread.
    ThreadStates.othersHaveStayedIdle()
    await giveWayUntilIdle()
    return ThreadStates.othersHaveStayedIdle()
  }
  // A job may also wait for this thread if Dispatch has no other. Jobs from before the count run
  // during the yield.
  let count = JobCount.ofOthers
  await JobCount.yield()
  // The yield uses processor time of other threads, so the first look comes after it.
  ThreadStates.othersHaveStayedIdle()
  // The count is lower if the task's own executor resumes it, because that job is not counted.
  return ThreadStates.othersHaveStayedIdle() && JobCount.ofOthers <= count
}

/// The time limit of ``yieldUntilIdle()``.
package enum IdleWait {
  /// Real time. A test of scheduling that runs alone in its process can set a higher limit, so that
  /// it doesn't depend on how soon a busy machine runs a ready thread.
  @TaskLocal package static var limit: Duration = .milliseconds(20)
}

/// Waits until everything that is ready for the main actor now has run.
private func waitForTurnOfMainActor(limit: Duration) async {
  let (turns, turn) = AsyncStream.makeStream(of: Void.self)
  Task { @MainActor in turn.finish() }
  let timeout = Task {
    try? await Task.sleep(for: limit)
    turn.finish()
  }
  for await _ in turns {}
  timeout.cancel()
}

private func giveWayUntilIdle() async {
  var idleTurns = 0
  var turns = 0
  while idleTurns < 10, turns < 1_000 {
    let count = JobCount.ofOthers
    await JobCount.yield()
    // Jobs that go to the main actor from the main actor are not counted, so one turn is not
    // enough.
    idleTurns = JobCount.ofOthers == count ? idleTurns + 1 : 0
    turns += 1
  }
}

/// The jobs that were made ready in this process.
private enum JobCount {
  private static let own = Atomic(0)

  /// All jobs except those of ``yield()``: waiting for an idle process must not keep it busy.
  static var ofOthers: Int { GlobalExecutor.jobCount - own.load(ordering: .relaxed) }

  static func yield() async {
    own.add(1, ordering: .relaxed)
    await Task.yield()
  }
}
