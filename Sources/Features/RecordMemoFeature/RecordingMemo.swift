public import AudioRecorderClient
public import Foundation
import SharedModels
import SpeechClient

public struct RecordingMemo: Equatable, Sendable {
  public enum Mode: Equatable, Sendable {
    case starting
    case discarding, encoding, paused, recording
  }

  public var date: Date
  /// In seconds, without pauses.
  public var duration: TimeInterval
  /// Why the recording ended by itself, until the user has read it.
  public var interruption: RecordingEnd?
  /// Newest last.
  public private(set) var levels: [AudioLevel]
  public var mode: Mode
  public var text: LiveTranscript
  public var url: URL

  public static let levelCount = 200

  public init(
    date: Date, duration: TimeInterval = 0, levels: [AudioLevel] = [], mode: Mode = .recording,
    text: LiveTranscript = LiveTranscript(), url: URL
  ) {
    self.date = date
    self.duration = duration
    self.levels = levels
    self.mode = mode
    self.text = text
    self.url = url
  }

  var isActive: Bool { [.paused, .recording, .starting].contains(mode) }

  var isPausable: Bool { mode == .paused || mode == .recording }

  var draft: RecoveredRecording {
    RecoveredRecording(
      date: date, duration: Duration(secondsToMillisecond: duration) ?? .zero, url: url)
  }

  mutating func begin(at date: Date) {
    guard mode == .starting
    else { return }
    self.date = date
    mode = .recording
  }

  mutating func add(_ level: AudioLevel) {
    guard mode == .recording
    else { return }
    if levels.count >= Self.levelCount { levels.removeFirst() }
    levels.append(level)
  }

  static func remark(on status: SpeechAuthorizationStatus) -> String {
    switch status {
    case .authorized: ""
    case .denied, .notDetermined:
      "Live text is unavailable: no speech engine is set up. Run 'speechmemo doctor'."
    case .restricted:
      "Live text is unavailable: the speech engine cannot be used. Run 'speechmemo doctor' to find "
        + "out why."
    }
  }
}
