import Glibc

/// Runs blocking work on a thread, without task locals or cancellation. Throws ``SystemError``.
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

private final class ThreadStart: Sendable {
  private let name: String
  private let work: @Sendable () -> Void

  init(name: String, work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }

  func run() {
    // `pthread_setname_np` is not visible to Swift. Names have at most 15 bytes.
    try? Descriptor("/proc/thread-self/comm", O_WRONLY).write(Array(name.utf8.prefix(15)))
    work()
  }
}
