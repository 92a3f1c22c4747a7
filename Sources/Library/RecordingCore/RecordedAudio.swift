public import Foundation

public struct RecordedAudio: Equatable, Sendable {
  public var date: Date
  public var device: String?
  public var file: URL
  public var title: String

  public init(date: Date, device: String? = nil, file: URL, title: String) {
    self.date = date
    self.device = device
    self.file = file
    self.title = title
  }
}
