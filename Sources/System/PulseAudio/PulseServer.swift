import Cpulse

/// A connection to the sound server: PulseAudio, or PipeWire in its name.
///
/// Not to be shared: the connection, its streams and every call belong to one thread, which calls
/// ``wait(milliseconds:)`` again and again, since nothing moves but within it. It blocks; keep it
/// off the threads of Swift's tasks.
public final class PulseServer {
  let context: OpaquePointer
  private let loop: OpaquePointer

  /// Connects, and waits until that has worked or failed.
  ///
  /// - Parameters:
  ///   - name: What the server calls us in its mixer.
  ///   - address: Where the server is; `nil` for where the environment says. None is started.
  ///   - milliseconds: How long to wait at the most.
  public init(name: String, address: String? = nil, milliseconds: Int = 5_000) throws(PulseError) {
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
    try wait(atMost: milliseconds) { pa_context_get_state(context) == PA_CONTEXT_READY }
  }

  deinit {
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
  }

  /// Lets the connection do its work, and returns after that or, where there is none, the time.
  /// Throws once the connection is broken.
  public func wait(milliseconds: Int) throws(PulseError) {
    guard
      pa_mainloop_prepare(loop, Int32(clamping: milliseconds * 1000)) >= 0,
      pa_mainloop_poll(loop) >= 0, pa_mainloop_dispatch(loop) >= 0
    else { throw .serverLost }
    try check()
  }

  /// Throws once the connection is broken.
  public func check() throws(PulseError) {
    switch pa_context_get_state(context) {
    case PA_CONTEXT_FAILED: throw PulseError(code: pa_context_errno(context))
    case PA_CONTEXT_TERMINATED: throw .serverLost
    default: break
    }
  }

  /// Works until a condition holds.
  func wait(atMost milliseconds: Int, until isDone: () throws(PulseError) -> Bool)
    throws(PulseError)
  {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    while try !isDone() {
      guard clock.now < deadline
      else { throw .noServer(reason: "no response") }
      try wait(milliseconds: 50)
    }
  }

  /// Works until the server has answered.
  func finish(_ operation: OpaquePointer?) throws(PulseError) {
    guard let operation
    else { throw PulseError(code: pa_context_errno(context)) }
    defer { pa_operation_unref(operation) }
    do {
      try wait(atMost: 5_000) {
        pa_operation_get_state(operation) != PA_OPERATION_RUNNING
      }
    } catch {
      // Its callback must not come when what it writes to is gone.
      pa_operation_cancel(operation)
      throw error
    }
  }
}
