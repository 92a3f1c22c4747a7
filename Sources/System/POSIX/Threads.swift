import Glibc

/// Runs blocking work on a separate thread, so that it blocks none of those that tasks share.
///
/// - Parameters:
///   - name: The thread's name, for debuggers.
///   - work: What is to be done. It has the task-local values of a new thread, not the caller's,
///     and does not learn of a cancellation.
/// - Returns: What the work returns, and throws what it throws, or a ``SystemError`` where there
///   can be no more threads.
public func onOwnThread<Value: Sendable>(
  _ name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try startThread(name) { continuation.resume(with: Result(catching: work)) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

/// Starts a thread, which ends with its work.
///
/// - Parameters:
///   - name: Its name, for debuggers; they show fifteen bytes of it.
///   - work: What it does.
/// - Throws: `EAGAIN` where there can be no more threads. The work is not done then.
public func startThread(
  _ name: String, _ work: @escaping @Sendable () -> Void
) throws(SystemError) {
  let observer = SystemCall.observer
  let start = Unmanaged.passRetained(
    ThreadStart(name: name) { SystemCall.$observer.withValue(observer, operation: work) })
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, start.toOpaque())
  guard code == 0
  else {
    start.release()
    throw SystemError(code: code)
  }
  pthread_detach(thread)
}

/// What a new thread is given.
private final class ThreadStart: Sendable {
  private let name: String
  private let work: @Sendable () -> Void

  init(name: String, work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }

  func run() {
    // The C library's own call for this is invisible to Swift.
    try? Descriptor("/proc/thread-self/comm", O_WRONLY).write(Array(name.utf8.prefix(15)))
    work()
  }
}
