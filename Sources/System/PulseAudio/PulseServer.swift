import Cpulse

/// A connection to PulseAudio or PipeWire. It and its streams are for one thread, which must not be
/// a thread of Swift's tasks, and must keep calling ``wait(milliseconds:)``, which runs all I/O.
public final class PulseServer {
  let context: OpaquePointer
  private let loop: OpaquePointer

  public init(name: String, address: String? = nil) throws(PulseError) {
    if let reason = load_pulse() { throw .noServer(reason: String(cString: reason)) }
    guard let loop = pa_mainloop_new()
    else { throw .refused(reason: "out of memory") }
    guard let context = pa_context_new(pa_mainloop_get_api(loop), name)
    else {
      pa_mainloop_free(loop)
      throw .refused(reason: "out of memory")
    }
    self.context = context
    self.loop = loop
    guard pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
    else { throw PulseError(code: pa_context_errno(context)) }
    try wait { pa_context_get_state(context) == PA_CONTEXT_READY }
  }

  deinit {
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
  }

  /// Runs the event loop once, for at most `milliseconds`. Throws once the connection is broken.
  public func wait(milliseconds: Int) throws(PulseError) {
    guard
      pa_mainloop_prepare(loop, Int32(clamping: milliseconds * 1000)) >= 0,
      pa_mainloop_poll(loop) >= 0, pa_mainloop_dispatch(loop) >= 0
    else { throw .serverLost }
    try check()
  }

  public func check() throws(PulseError) {
    switch pa_context_get_state(context) {
    case PA_CONTEXT_FAILED: throw PulseError(code: pa_context_errno(context))
    case PA_CONTEXT_TERMINATED: throw .serverLost
    default: break
    }
  }

  func wait(until isDone: () throws(PulseError) -> Bool) throws(PulseError) {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(5)
    while try !isDone() {
      guard clock.now < deadline
      else { throw .noServer(reason: "no response") }
      try wait(milliseconds: 50)
    }
  }

  func finish(_ operation: OpaquePointer?) throws(PulseError) {
    guard let operation
    else { throw PulseError(code: pa_context_errno(context)) }
    defer { pa_operation_unref(operation) }
    do {
      try wait { pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
    } catch {
      // A late callback would write to freed memory.
      pa_operation_cancel(operation)
      throw error
    }
  }
}
