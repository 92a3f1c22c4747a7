import AudioFileClient
import Foundation
import POSIX
import PulseAudio

struct OutputThread: Sendable {
  let address: String?
  let control: PlaybackControl
  let device: String?

  enum End: Sendable {
    case ended
    case stopped
    case seek(TimeInterval)
  }

  /// The audio buffered for the device, and so the delay of a change of speed.
  private static let bufferMilliseconds = 120

  func play(_ sound: DecodedAudio, startingAt time: TimeInterval) async throws -> End {
    try await onOwnThread("playing") {
      try mappingErrors(device) { try run(sound, startingAt: time) }
    }
  }

  private func run(_ sound: DecodedAudio, startingAt start: TimeInterval) throws -> End {
    var isPaused = control.begin(at: start)
    defer { control.end() }
    let pipeline = Pipeline(sound, startingAt: start)
    let server = try PulseServer(name: "SpeechMemo", address: address)
    let stream = try PulsePlayback(
      server, to: device, name: "Memo",
      format: SampleFormat(
        .float32, rate: sound.sampleRate, channelCount: sound.channelCount),
      milliseconds: Self.bufferMilliseconds, isPaused: isPaused)
    while true {
      let request = control.request
      if request.isStopped { return .stopped }
      if let seek = request.seek { return .seek(seek) }
      let hasChanged = request.isPaused != isPaused
      if hasChanged {
        isPaused = request.isPaused
        try stream.setPaused(isPaused)
      }
      // The position stays while playback is paused, though decoding continues.
      if hasChanged || !isPaused, let audible = stream.audibleTime,
        let time = pipeline.time(at: audible / .seconds(1))
      {
        control.setTime(time)
      }
      control.confirm(isPaused: isPaused)
      if pipeline.isDone {
        stream.drain()
        if stream.isDrained { return .ended }
      } else {
        let samples = try pipeline.output(stream.wantedFrameCount, request)
        if !samples.isEmpty { try samples.withUnsafeBytes { try stream.write($0) } }
      }
      try stream.check()
      try server.wait(milliseconds: 8)
    }
  }
}
