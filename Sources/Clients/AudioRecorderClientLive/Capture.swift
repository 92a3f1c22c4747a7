import AudioRecorderClient
import POSIX

/// The thread of one recording, which must wait for nothing but the source.
struct Capture {
  let control: RecordingControl
  let source: any CaptureSource
  let draft: Draft
  let space: DiskSpace
  let longestDelay: Duration

  /// The wait after a stop if the source doesn't report ``CaptureSource/capturedFrameCount``.
  private static let tail = Duration.milliseconds(150)

  private struct Ending {
    let deadline: ContinuousClock.Instant
    let frameCount: Int?

    init(
      _ source: any CaptureSource, at now: ContinuousClock.Instant, longestDelay: Duration
    ) {
      frameCount = source.capturedFrameCount
      deadline = now + (frameCount == nil ? Capture.tail : longestDelay)
    }
  }

  func run() -> RecordingEnd {
    let clock = ContinuousClock()
    var ending: Ending?
    var frameCount = 0
    var lastFlush = clock.now
    var meter = LevelMeter()
    while true {
      do {
        let countBefore = frameCount
        try source.read(milliseconds: 50) { samples in
          frameCount += samples.count
          guard !control.isPaused
          else { return }
          try draft.append(samples)
          control.recorded(samples.count, level: meter.level(after: samples))
        }
        let now = clock.now
        if let ending {
          let isComplete = ending.frameCount.map { frameCount >= $0 } ?? (frameCount > countBefore)
          if isComplete || now >= ending.deadline { return .stopped }
        } else if control.isStopRequested {
          ending = Ending(source, at: now, longestDelay: longestDelay)
        }
        if now - lastFlush >= .milliseconds(800) {
          lastFlush = now
          draft.flush()
          guard space.isEnough(for: draft.url, draftByteCount: control.draftByteCount)
          else { return .diskFull }
        }
      } catch let error as CaptureInterrupted {
        return error.end
      } catch let error as SystemError {
        return error.isOutOfSpace ? .diskFull : .failed(reason: error.reason)
      } catch {
        return .failed(reason: String(describing: error))
      }
    }
  }
}
