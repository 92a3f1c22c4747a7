import AudioFileClient
import AudioPlayerClient
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

  func play(_ sound: AudibleSound, startingAt time: TimeInterval) async throws -> End {
    try await onOwnThread("playing") {
      try naming(device) { try run(sound, startingAt: time) }
    }
  }

  private func run(_ sound: AudibleSound, startingAt start: TimeInterval) throws -> End {
    var isHeld = control.begin(at: start)
    defer { control.end() }
    let pipeline = Pipeline(sound, startingAt: start)
    let server = try PulseServer(name: "SpeechMemo", address: address)
    let stream = try PulsePlayback(
      server, to: device, name: "Memo",
      format: SampleFormat(
        .float32, rate: sound.sampleRate, channelCount: sound.channelCount),
      milliseconds: Self.bufferMilliseconds, isHeld: isHeld)
    while true {
      let request = control.request
      if request.isStopped { return .stopped }
      if let seek = request.seek { return .seek(seek) }
      let hasChanged = request.isPaused != isHeld
      if hasChanged {
        isHeld = request.isPaused
        try stream.setHeld(isHeld)
      }
      // The position stays while playback is paused, though decoding continues.
      if hasChanged || !isHeld, let heard = stream.heardTime,
        let time = pipeline.time(at: heard / .seconds(1))
      {
        control.heard(time)
      }
      control.confirm(isHeld: isHeld)
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
