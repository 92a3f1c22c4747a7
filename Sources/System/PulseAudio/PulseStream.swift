import Cpulse

/// A stream of samples from or to a device. It belongs to its server's thread.
public class PulseStream {
  public let format: SampleFormat
  let server: PulseServer
  let stream: OpaquePointer

  init(_ server: PulseServer, name: String, format: SampleFormat) throws(PulseError) {
    var specification = format.specification
    guard let stream = pa_stream_new(server.context, name, &specification, nil)
    else { throw PulseError(code: pa_context_errno(server.context)) }
    self.format = format
    self.server = server
    self.stream = stream
  }

  deinit {
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
  }

  /// Works until the device gives or takes samples.
  func start(_ result: Int32) throws(PulseError) {
    guard result >= 0
    else { throw PulseError(code: pa_context_errno(server.context)) }
    try server.wait(atMost: 5_000) { () throws(PulseError) in
      try check()
      return pa_stream_get_state(stream) == PA_STREAM_READY
    }
  }

  /// Throws once the stream has broken.
  public func check() throws(PulseError) {
    try server.check()
    switch pa_stream_get_state(stream) {
    case PA_STREAM_FAILED: throw PulseError(code: pa_context_errno(server.context))
    case PA_STREAM_TERMINATED: throw .deviceLost
    default: break
    }
  }

  /// Throws why a call of the library did not work.
  func check(_ result: Int32) throws(PulseError) {
    guard result < 0
    else { return }
    try check()
    throw PulseError(code: pa_context_errno(server.context))
  }
}

/// Samples from a source.
public final class PulseRecording: PulseStream {
  /// - Parameters:
  ///   - device: The source's name; `nil` for the server's default.
  ///   - milliseconds: How much sound comes in one piece.
  public init(
    _ server: PulseServer, from device: String?, name: String, format: SampleFormat,
    milliseconds: Int
  ) throws(PulseError) {
    try super.init(server, name: name, format: format)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: format.byteCount(milliseconds: milliseconds))
    // A stream that moved to another device would go on with the wrong room.
    let flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
      | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
    try start(pa_stream_connect_record(stream, device, &buffer, pa_stream_flags(rawValue: flags)))
  }

  /// The place in the stream of what goes into the microphone now, by the device's clock; for the
  /// monitor of a sink, of what the sink plays now. `nil` before that is known.
  public var heardTime: Duration? {
    var time: pa_usec_t = 0
    guard pa_stream_get_time(stream, &time) >= 0
    else { return nil }
    return .microseconds(time)
  }

  /// Hands over the next piece of sound that has come; `false` if none has come yet.
  public func read(_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try check()
    var bytes: UnsafeRawPointer?
    var count = 0
    try check(pa_stream_peek(stream, &bytes, &count))
    guard count > 0
    else { return false }
    defer { pa_stream_drop(stream) }
    if let bytes {
      try take(UnsafeRawBufferPointer(start: bytes, count: count))
    } else {
      // A hole: the server had no time to fetch these samples.
      try [UInt8](repeating: 0, count: count).withUnsafeBytes(take)
    }
    return true
  }
}
