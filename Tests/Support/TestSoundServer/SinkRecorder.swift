import Foundation
import PulseAudio
import Synchronization

/// Records what a test's sink plays, one channel at 48 kHz, on a thread of its own.
public final class SinkRecorder: Sendable {
  public static let rate = 48_000

  private struct State {
    var isAsked = false
    var isDone = false
    var isRunning = false
    var samples: [Float] = []
  }

  private let state = Mutex(State())

  /// Returns once it records. It blocks.
  public init(_ server: TestSoundServer) throws {
    let address = server.address
    Thread { [self] in
      try? record(address)
      state.withLock { $0.isDone = true }
    }.start()
    while !state.withLock({ $0.isRunning || $0.isDone }) { usleep(5_000) }
  }

  /// Ends the recording and gives what was heard. It blocks.
  public func stop() -> [Float] {
    state.withLock { $0.isAsked = true }
    while !state.withLock(\.isDone) { usleep(5_000) }
    return state.withLock(\.samples)
  }

  /// How much has been heard so far.
  public var count: Int { state.withLock { $0.samples.count } }

  private func record(_ address: String) throws {
    let server = try PulseServer(name: "test", address: address)
    let stream = try PulseRecording(
      server, from: TestSoundServer.source, name: "test",
      format: SampleFormat(.float32, rate: Self.rate, channelCount: 1), milliseconds: 10)
    while !state.withLock(\.isAsked) {
      let hasRead = try stream.read { bytes in
        state.withLock { state in
          state.isRunning = true
          state.samples += bytes.bindMemory(to: Float.self)
        }
      }
      if !hasRead { try server.wait(milliseconds: 20) }
    }
  }
}
