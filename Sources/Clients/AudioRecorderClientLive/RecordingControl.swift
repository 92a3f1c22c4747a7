import AudioRecorderClient
import Foundation
import POSIX
import struct Synchronization.Atomic

final class RecordingControl: Sendable {
  enum Stage: Equatable {
    case notBegun
    case draft(URL)
    case ended
  }

  private let stopRequested = Atomic(false)
  private let frames = Atomic(0)
  private let levels: LevelStreams
  private let pauseRequested = Atomic(false)
  private let currentStage = Mutex(Stage.notBegun)

  init(levels: LevelStreams) {
    self.levels = levels
  }

  var isStopRequested: Bool { stopRequested.load(ordering: .relaxed) }

  var isPaused: Bool {
    get { pauseRequested.load(ordering: .relaxed) }
    set { pauseRequested.store(newValue, ordering: .relaxed) }
  }

  func end() { stopRequested.store(true, ordering: .relaxed) }

  func begin(_ draft: URL) { currentStage.withLock { $0 = .draft(draft) } }

  func recorded(_ count: Int, level: AudioLevel?) {
    frames.add(count, ordering: .releasing)
    if let level { levels.yield(level) }
  }

  func finish() { currentStage.withLock { $0 = .ended } }

  var draftByteCount: Int64 { Int64(Draft.headerSize + 2 * frameCount) }
  var frameCount: Int { frames.load(ordering: .acquiring) }
  var stage: Stage { currentStage.withLock(\.self) }
  var time: TimeInterval { Double(frameCount) / Double(Draft.sampleRate) }
}

final class LevelStreams: Sendable {
  private let continuations = Mutex<[UUID: AsyncStream<AudioLevel>.Continuation]>([:])

  func stream() -> AsyncStream<AudioLevel> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      continuations.withLock { $0[id] = continuation }
      continuation.onTermination = { [weak self] _ in
        _ = self?.continuations.withLock { $0.removeValue(forKey: id) }
      }
    }
  }

  func yield(_ level: AudioLevel) {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(level) }
  }
}
