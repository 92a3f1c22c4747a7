import AudioRecorderClient
import AudioRecorderClientLive
import ConcurrencyExtras
import Foundation

/// A microphone with a known sequence of samples, as fast as they are read.
final class FakeSource: CaptureSource, Sendable {
  private let state: LockIsolated<State>
  private let end: RecordingEnd?

  private struct State {
    var allowed: Int
    var given = 0
    var hasSeenEnd = false
    var lateCount: Int?
  }

  /// - Parameters:
  ///   - frameCount: The number of frames that arrive by themselves.
  ///   - end: How it ends then; `nil` to continue without samples.
  ///   - lateCount: The number of frames in transit at the end; `nil` if unknown.
  init(frameCount: Int, end: RecordingEnd? = nil, lateCount: Int? = nil) {
    state = LockIsolated(State(allowed: frameCount, lateCount: lateCount))
    self.end = end
  }

  /// The transfer begins to arrive.
  var capturedFrameCount: Int? {
    state.withLock { state in
      guard let count = state.lateCount
      else { return nil }
      state.allowed += count
      state.lateCount = 0
      return state.allowed
    }
  }

  var system: CaptureSystem {
    CaptureSystem(
      devices: { [AudioInputDevice(id: "fake", isDefault: true, name: "Fake")] },
      open: { [self] _ in self },
      // On a slow machine, late audio still arrives.
      longestDelay: .seconds(86_400))
  }

  var givenCount: Int { state.withLock(\.given) }

  static func samples(_ count: Int, from start: Int = 0) -> ArraySlice<Int16> {
    ArraySlice((start..<start + count).map { Int16(truncatingIfNeeded: $0 &* 331) })
  }

  /// Returns when so many samples, or all, have been taken.
  func untilGiven(_ count: Int? = nil) async {
    while state.withLock({ !($0.hasSeenEnd || $0.given >= count ?? .max) }) {
      await Task.yield()
    }
  }

  func give(_ count: Int) async {
    state.withLock {
      $0.allowed += count
      $0.hasSeenEnd = false
    }
    await untilGiven()
  }

  func read(milliseconds: Int, _ take: (UnsafeBufferPointer<Int16>) throws -> Void) throws {
    let (start, count) = state.withLock { state in
      (state.given, min(state.allowed - state.given, state.lateCount == nil ? 48_000 : 1_000))
    }
    if count > 0 {
      try Self.samples(count, from: start).withUnsafeBufferPointer(take)
      // Counted chunks have been consumed.
      state.withLock { $0.given += count }
      return
    }
    if let end { throw CaptureInterrupted(end) }
    state.withLock { $0.hasSeenEnd = true }
    usleep(1_000)
  }
}

/// The memory that this process holds.
func residentMemory() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(getpagesize())
}

/// A folder of a test's own.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "speechmemo-recording-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
