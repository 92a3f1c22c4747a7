import AudioFileClient
import AudioPlayerClient
import Foundation
import POSIX
import PulseAudio

/// Plays sound on a thread of its own.
struct OutputThread: Sendable {
  let address: String?
  let device: String?
  let session: Session

  enum End: Sendable {
    case ended
    case stopped
    case seek(TimeInterval)
  }

  /// How much sound is on its way to the device: as much as a change of speed takes to be heard.
  private static let bufferMilliseconds = 120

  func end() { session.time = nil }

  /// Plays until the sound ends or something else is wanted.
  func play(_ sound: AudibleSound, startingAt time: TimeInterval) async throws -> End {
    try await onOwnThread("playing") {
      try naming(device) { try run(sound, startingAt: time) }
    }
  }

  private func run(_ sound: AudibleSound, startingAt start: TimeInterval) throws -> End {
    let pipeline = Pipeline(sound, startingAt: start)
    let server = try PulseServer(name: "SpeechMemo", address: address)
    var isHeld = session.wanted.isPaused
    let stream = try PulsePlayback(
      server, to: device, name: "Memo",
      format: SampleFormat(
        .float32, rate: sound.sampleRate, channelCount: sound.channelCount),
      milliseconds: Self.bufferMilliseconds, isHeld: isHeld)
    session.reached(start)
    while true {
      let wanted = session.wanted
      if wanted.isStopped { return .stopped }
      if let seek = wanted.seek { return .seek(seek) }
      if wanted.isPaused != isHeld {
        isHeld = wanted.isPaused
        try stream.setHeld(isHeld)
      }
      if let heard = stream.heardTime, let time = pipeline.time(at: heard / .seconds(1)) {
        session.time = time
      }
      if pipeline.isDone {
        stream.drain()
        if stream.isDrained { return .ended }
      } else {
        let samples = try pipeline.output(stream.wantedFrameCount, wanted)
        if !samples.isEmpty { try samples.withUnsafeBytes { try stream.write($0) } }
      }
      try stream.check()
      try server.wait(milliseconds: 8)
    }
  }
}
