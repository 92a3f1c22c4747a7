public import Foundation

/// What became of a draft that a crash had left behind.
public struct RecoveredRecording: Equatable, Sendable {
  /// When the recording began, if the draft tells.
  public var date: Date?
  /// How long it is.
  public var duration: Duration
  /// The recording, under the name that it was to have.
  public var url: URL

  /// Creates a value from its properties.
  public init(date: Date? = nil, duration: Duration, url: URL) {
    self.date = date
    self.duration = duration
    self.url = url
  }
}
