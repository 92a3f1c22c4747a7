public import Foundation

/// A recording that is to become a memo.
public struct RecordedSound: Equatable, Sendable {
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
