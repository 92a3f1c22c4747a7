import Cpulse

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

  func start(_ result: Int32) throws(PulseError) {
    guard result >= 0
    else { throw PulseError(code: pa_context_errno(server.context)) }
    try server.wait { () throws(PulseError) in
      try check()
      return pa_stream_get_state(stream) == PA_STREAM_READY
    }
  }

  public func check() throws(PulseError) {
    try server.check()
    switch pa_stream_get_state(stream) {
    case PA_STREAM_FAILED: throw PulseError(code: pa_context_errno(server.context))
    case PA_STREAM_TERMINATED: throw .deviceLost
    default: break
    }
  }

  func check(_ result: Int32) throws(PulseError) {
    guard result < 0
    else { return }
    try check()
    throw PulseError(code: pa_context_errno(server.context))
  }
}

public final class PulseRecording: PulseStream {
  public init(
    _ server: PulseServer, from device: String?, name: String, format: SampleFormat,
    milliseconds: Int
  ) throws(PulseError) {
    try super.init(server, name: name, format: format)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: format.byteCount(milliseconds: milliseconds))
    // A stream that moved to another device would record the wrong room.
    let flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
      | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
    try start(pa_stream_connect_record(stream, device, &buffer, pa_stream_flags(rawValue: flags)))
  }

  /// The position captured now, or played by the monitored sink, by its clock; `nil` if unknown.
  public var capturedTime: Duration? {
    var time: pa_usec_t = 0
    guard pa_stream_get_time(stream, &time) >= 0
    else { return nil }
    return .microseconds(time)
  }

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
      // A hole: the server missed these samples.
      try [UInt8](repeating: 0, count: count).withUnsafeBytes(take)
    }
    return true
  }
}
