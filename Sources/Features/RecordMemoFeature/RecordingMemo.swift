public import AudioRecorderClient
public import Foundation
public import SharedModels
import SpeechClient

/// A memo that is being recorded.
public struct RecordingMemo: Equatable, Sendable {
  public enum Mode: Equatable, Sendable {
    case discarding, encoding, paused, recording
  }

  public var date: Date
  /// In seconds, pauses not counted.
  public var duration: TimeInterval
  /// How loud it was of late, the newest last.
  public private(set) var levels: [AudioLevel]
  public var mode: Mode
  public var text: LiveText
  public var url: URL

  /// As many levels as are kept.
  public static let levelCount = 200

  public init(
    date: Date, duration: TimeInterval = 0, levels: [AudioLevel] = [], mode: Mode = .recording,
    text: LiveText = LiveText(), url: URL
  ) {
    self.date = date
    self.duration = duration
    self.levels = levels
    self.mode = mode
    self.text = text
    self.url = url
  }

  /// Whether it goes on, or may go on.
  var isOpen: Bool { mode == .recording || mode == .paused }

  /// The recording as one that is left over.
  var draft: RecoveredRecording {
    RecoveredRecording(
      date: date, duration: Duration(secondsToMillisecond: duration) ?? .zero, url: url)
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
      "there is no live text: no speech engine is set up; 'make run' sets one up"
    case .restricted:
      "there is no live text: the speech engine cannot be used; 'speechmemo doctor' says why"
    }
  }
}

/// What was understood so far.
public struct LiveText: Equatable, Sendable {
  /// What will not change any more…
  public var settled: String
  /// … and what may.
  public var unsettled: String

  public init(settled: String = "", unsettled: String = "") {
    self.settled = settled
    self.unsettled = unsettled
  }

  public init(_ result: SpeechRecognitionResult) {
    let words = result.bestTranscription.words.map(\.text)
    // An engine without word times has nothing to tell them apart by.
    guard !words.isEmpty
    else {
      self.init(unsettled: result.bestTranscription.text)
      return
    }
    let count = min(words.count, max(0, result.settledWordCount))
    self.init(
      settled: words[..<count].joinedAsText(), unsettled: words[count...].joinedAsText())
  }
}
