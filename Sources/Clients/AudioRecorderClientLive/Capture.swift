import AudioRecorderClient
import Foundation
import POSIX

/// The thread of one recording: it moves samples from the source to the draft, and waits for
/// nothing else.
struct Capture {
  let session: Session
  let source: any SoundSource
  let draft: Draft
  let space: DiskSpace

  /// Sound that came in before it was asked to end, but is on its way, is part of the recording.
  private static let tail = Duration.milliseconds(150)

  /// Works until the recording ends, and returns why it did.
  func run() -> RecordingEnd {
    let clock = ContinuousClock()
    var deadline: ContinuousClock.Instant?
    var lastFlush = clock.now
    var meter = LevelMeter()
    while true {
      do {
        var hasRead = false
        try source.read(milliseconds: 50) { samples in
          hasRead = true
          guard !session.isPaused
          else { return }
          try draft.append(samples)
          session.recorded(samples.count, level: meter.level(after: samples))
        }
        let now = clock.now
        if session.isAskedToEnd {
          if hasRead, deadline != nil { return .stopped }
          deadline = deadline ?? now + Self.tail
        }
        if let deadline, now >= deadline { return .stopped }
        if now - lastFlush >= .milliseconds(800) {
          lastFlush = now
          draft.flush()
          guard space.isEnough(for: draft.url, draftByteCount: session.draftByteCount)
          else { return .diskFull }
        }
      } catch let error as SoundLost {
        return error.end
      } catch let error as SystemError {
        return error.isForLackOfSpace ? .diskFull : .failed(reason: error.reason)
      } catch {
        return .failed(reason: String(describing: error))
      }
    }
  }
}
