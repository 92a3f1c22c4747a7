public import Foundation

public struct RecoveredRecording: Equatable, Sendable {
  public var date: Date?
  public var duration: Duration
  public var url: URL

  public init(date: Date? = nil, duration: Duration, url: URL) {
    self.date = date
    self.duration = duration
    self.url = url
  }
}
