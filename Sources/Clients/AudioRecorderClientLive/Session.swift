import AudioRecorderClient
import ConcurrencyExtras
import Foundation
import Synchronization

/// One recording, seen from all sides: its thread counts here, clients look and ask.
final class Session: Sendable {
  /// Where the sound is, for those who read it back.
  enum Place: Equatable {
    case notBegun
    case draft(URL)
    case ended
  }

  private let ask = Atomic(false)
  private let pause = Atomic(false)
  private let frames = Atomic(0)
  private let place = Protected(Place.notBegun)
  private let listeners: Listeners

  init(listeners: Listeners) {
    self.listeners = listeners
  }

  var isAskedToEnd: Bool { ask.load(ordering: .relaxed) }

  var isPaused: Bool {
    get { pause.load(ordering: .relaxed) }
    set { pause.store(newValue, ordering: .relaxed) }
  }

  func end() { ask.store(true, ordering: .relaxed) }

  func recorded(_ count: Int, level: AudioLevel?) {
    frames.add(count, ordering: .releasing)
    if let level { listeners.tell(level) }
  }

  var frameCount: Int { frames.load(ordering: .acquiring) }
  var draftByteCount: Int64 { Int64(Draft.headerSize + 2 * frameCount) }
  var time: TimeInterval { Double(frameCount) / Double(Draft.sampleRate) }

  var currentPlace: Place { place.withLock(\.self) }

  func begin(_ draft: URL) { place.withLock { $0 = .draft(draft) } }
  func finish() { place.withLock { $0 = .ended } }
}

/// Those who want to know how loud it is.
final class Listeners: Sendable {
  private let continuations = Protected<[UUID: AsyncStream<AudioLevel>.Continuation]>([:])

  func levels() -> AsyncStream<AudioLevel> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      continuations.withLock { $0[id] = continuation }
      continuation.onTermination = { [weak self] _ in
        _ = self?.continuations.withLock { $0.removeValue(forKey: id) }
      }
    }
  }

  func tell(_ level: AudioLevel) {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(level) }
  }
}
