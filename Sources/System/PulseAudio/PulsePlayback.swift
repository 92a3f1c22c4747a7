import Cpulse

public final class PulsePlayback: PulseStream {
  private var clock: PlaybackClock
  private var draining: OpaquePointer?
  private var writtenByteCount: Int64 = 0

  public init(
    _ server: PulseServer, to device: String?, name: String, format: SampleFormat,
    milliseconds: Int, isPaused: Bool = false
  ) throws(PulseError) {
    clock = PlaybackClock(isPaused: isPaused)
    try super.init(server, name: name, format: format)
    pa_stream_set_latency_update_callback(
      stream,
      { _, playback in
        guard let playback
        else { return }
        Unmanaged<PulsePlayback>.fromOpaque(playback).takeUnretainedValue().takeReport()
      }, Unmanaged.passUnretained(self).toOpaque())
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: format.byteCount(milliseconds: milliseconds), prebuf: .max,
      minreq: .max, fragsize: .max)
    var flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
    if isPaused { flags |= PA_STREAM_START_CORKED.rawValue }
    try start(
      pa_stream_connect_playback(
        stream, device, &buffer, pa_stream_flags(rawValue: flags), nil, nil))
  }

  deinit {
    pa_stream_set_latency_update_callback(stream, nil, nil)
    if let draining { pa_operation_unref(draining) }
  }

  /// The audible position by the device's clock. It never goes back, and stops while held or dry.
  public var audibleTime: Duration? { clock.time(at: .now) }

  private func takeReport() {
    guard let timing = pa_stream_get_timing_info(stream)?.pointee, timing.read_index_corrupt == 0
    else { return }
    clock.take(
      PlaybackClock.Report(
        fetched: duration(ofByteCount: timing.read_index),
        latency: .microseconds(timing.sink_usec), isPlaying: timing.playing != 0),
      of: .now - .microseconds(timing.transport_usec))
  }

  private func duration(ofByteCount count: Int64) -> Duration {
    var specification = format.specification
    return .microseconds(pa_bytes_to_usec(UInt64(max(0, count)), &specification))
  }

  public func setPaused(_ isPaused: Bool) throws(PulseError) {
    clock.setPaused(isPaused, at: .now)
    try server.finish(pa_stream_cork(stream, isPaused ? 1 : 0, nil, nil))
  }

  public var wantedFrameCount: Int {
    let bytes = pa_stream_writable_size(stream)
    return bytes == .max ? 0 : bytes / format.bytesPerFrame
  }

  public func write(_ samples: UnsafeRawBufferPointer) throws(PulseError) {
    try check()
    try check(pa_stream_write(stream, samples.baseAddress, samples.count, nil, 0, PA_SEEK_RELATIVE))
    writtenByteCount += Int64(samples.count)
    clock.written = duration(ofByteCount: writtenByteCount)
  }

  /// Marks the end. Wait for ``isDrained``: with rate conversion, ``audibleTime`` may stop short.
  public func drain() {
    if draining == nil { draining = pa_stream_drain(stream, nil, nil) }
  }

  public var isDrained: Bool {
    draining.map { pa_operation_get_state($0) != PA_OPERATION_RUNNING } ?? false
  }
}
