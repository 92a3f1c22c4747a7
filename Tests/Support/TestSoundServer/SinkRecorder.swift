import ConcurrencyExtras
import Foundation
import PulseAudio

/// Records the output of a test's sink, one channel at 48 kHz, on a separate thread.
public final class SinkRecorder: Sendable {
  public static let rate = 48_000

  private struct State {
    var isStopRequested = false
    var isDone = false
    var isRunning = false
    var marks: [(probe: Double, heard: Double)] = []
    var samples: [Float] = []
  }

  private let probe: @Sendable () -> Double?
  private let state = LockIsolated(State())

  /// Returns once it records. It blocks.
  ///
  /// - Parameters:
  ///   - warmUp: How many seconds it is to have recorded before. The server's account of its
  ///     clock is not right from the start.
  ///   - probe: Called repeatedly; its results are stored with the position in the recording at
  ///     that moment.
  public init(
    _ server: TestSoundServer, warmUp: Double = 0,
    probe: @escaping @Sendable () -> Double? = { nil }
  ) throws {
    self.probe = probe
    let address = server.address
    Thread { [self] in
      try? record(address)
      state.withLock { $0.isDone = true }
    }.start()
    let needed = Int(warmUp * Double(Self.rate))
    while !state.withLock({ $0.isRunning && $0.samples.count >= needed || $0.isDone }) {
      usleep(5_000)
    }
  }

  /// Ends the recording and returns the audio. It blocks.
  public func stop() -> [Float] {
    state.withLock { $0.isStopRequested = true }
    while !state.withLock(\.isDone) { usleep(5_000) }
    return state.withLock(\.samples)
  }

  /// The probe's reports in order, with their times in the recording in seconds.
  public var marks: [(probe: Double, heard: Double)] { state.withLock(\.marks) }

  private func record(_ address: String) throws {
    let server = try PulseServer(name: "test", address: address)
    let stream = try PulseRecording(
      server, from: TestSoundServer.source, name: "test",
      format: SampleFormat(.float32, rate: Self.rate, channelCount: 1), milliseconds: 10)
    while !state.withLock(\.isStopRequested) {
      let hasRead = try stream.read { bytes in
        state.withLock { state in
          state.isRunning = true
          state.samples += bytes.bindMemory(to: Float.self)
        }
      }
      if let heard = stream.capturedTime, let value = probe() {
        state.withLock { $0.marks.append((value, heard / .seconds(1))) }
      }
      if !hasRead { try server.wait(milliseconds: 5) }
    }
  }
}
