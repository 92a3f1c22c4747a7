import AudioFileClient
import ConcurrencyExtras
import Foundation

/// One playing of one file, seen from all sides: clients ask, its thread obeys and tells.
final class Session: Sendable {
  struct Wishes: Sendable {
    var isPaused = false
    var isStopped = false
    /// Where to go on; taken by the thread.
    var seek: TimeInterval?
    var skipsSilence: Bool
    var speed: Double
  }

  private let current = Protected<TimeInterval?>(nil)
  private let wishes: Protected<Wishes>

  init(startingAt time: TimeInterval, speed: Double, skipsSilence: Bool) {
    wishes = Protected(Wishes(seek: time, skipsSilence: skipsSilence, speed: speed))
  }

  /// Where in the recording the sound is that is heard.
  var time: TimeInterval? {
    get { wishes.withLock(\.seek) ?? current.withLock(\.self) }
    set { current.withLock { $0 = newValue } }
  }

  func wish(_ change: (inout Wishes) -> Void) { wishes.withLock { change(&$0) } }

  var wanted: Wishes { wishes.withLock(\.self) }

  /// The time has been gone to, unless another is asked for already.
  func reached(_ seek: TimeInterval) {
    time = seek
    wishes.withLock { if $0.seek == seek { $0.seek = nil } }
  }
}
