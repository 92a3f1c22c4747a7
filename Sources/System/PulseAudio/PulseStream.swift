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

  /// The place in the stream of what is heard now, by the device's clock: the sound that comes
  /// out of the loudspeaker, or goes into the microphone. For the monitor of a sink it is what the
  /// sink plays now. `nil` before that is known.
  public var heardTime: Duration? {
    var time: pa_usec_t = 0
    guard pa_stream_get_time(stream, &time) >= 0
    else { return nil }
    return .microseconds(time)
  }

  /// Holds the samples where they are, or lets them go on.
  public func setHeld(_ isHeld: Bool) throws(PulseError) {
    try server.finish(pa_stream_cork(stream, isHeld ? 1 : 0, nil, nil))
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

  /// Hands over the next piece of sound that has come; `false` where there is none yet.
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

/// Samples to a sink.
public final class PulsePlayback: PulseStream {
  /// - Parameters:
  ///   - device: The sink's name; `nil` for the server's default.
  ///   - milliseconds: How much sound is on its way to the device.
  ///   - isHeld: Whether it starts held.
  public init(
    _ server: PulseServer, to device: String?, name: String, format: SampleFormat,
    milliseconds: Int, isHeld: Bool = false
  ) throws(PulseError) {
    try super.init(server, name: name, format: format)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: format.byteCount(milliseconds: milliseconds), prebuf: .max,
      minreq: .max, fragsize: .max)
    var flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
      | PA_STREAM_INTERPOLATE_TIMING.rawValue
    if isHeld { flags |= PA_STREAM_START_CORKED.rawValue }
    try start(
      pa_stream_connect_playback(
        stream, device, &buffer, pa_stream_flags(rawValue: flags), nil, nil))
  }

  /// How many frames the server wants.
  public var wantedFrameCount: Int {
    let bytes = pa_stream_writable_size(stream)
    return bytes == .max ? 0 : bytes / format.bytesPerFrame
  }

  /// Gives the next frames.
  public func write(_ samples: UnsafeRawBufferPointer) throws(PulseError) {
    try check()
    try check(pa_stream_write(stream, samples.baseAddress, samples.count, nil, 0, PA_SEEK_RELATIVE))
  }

  private var draining: OpaquePointer?

  /// Tells the server that nothing more comes; ``isDrained`` says when all has been heard.
  /// ``heardTime`` alone does not: where rates are converted, it may stop a little short.
  public func drain() {
    if draining == nil { draining = pa_stream_drain(stream, nil, nil) }
  }

  /// Whether all that was written before ``drain()`` has been heard.
  public var isDrained: Bool {
    draining.map { pa_operation_get_state($0) != PA_OPERATION_RUNNING } ?? false
  }

  deinit {
    if let draining { pa_operation_unref(draining) }
  }
}
