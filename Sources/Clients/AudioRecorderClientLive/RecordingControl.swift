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

  private let endIsRequested = Atomic(false)
  private let frames = Atomic(0)
  private let levels: LevelStreams
  private let pauseIsRequested = Atomic(false)
  private let currentStage = Mutex(Stage.notBegun)

  init(levels: LevelStreams) {
    self.levels = levels
  }

  var isAskedToEnd: Bool { endIsRequested.load(ordering: .relaxed) }

  var isPaused: Bool {
    get { pauseIsRequested.load(ordering: .relaxed) }
    set { pauseIsRequested.store(newValue, ordering: .relaxed) }
  }

  func end() { endIsRequested.store(true, ordering: .relaxed) }

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
