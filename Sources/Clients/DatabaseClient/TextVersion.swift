public import Foundation
public import SharedModels
public import Tagged

/// A text that a memo has or had. Numbers start at 1 and never change.
public struct TextVersion: Equatable, Identifiable, Sendable {
  public enum Author: Equatable, Sendable {
    case engine(TranscriptionEngine, model: String)
    case user
  }

  public var number: Int
  public var author: Author
  public var date: Date
  public var isCurrent: Bool
  /// The version whose text an undo brought back.
  public var restored: Int?
  public var transcription: Transcription.ID
  /// `nil` if an older program has changed the text since.
  public var wordCount: Int?

  public var id: Int { number }

  public init(
    number: Int, author: Author, date: Date, isCurrent: Bool = false, restored: Int? = nil,
    transcription: Transcription.ID, wordCount: Int? = nil
  ) {
    self.number = number
    self.author = author
    self.date = date
    self.isCurrent = isCurrent
    self.restored = restored
    self.transcription = transcription
    self.wordCount = wordCount
  }
}

/// A memo's versions, oldest first.
extension [TextVersion] {
  public var current: TextVersion? { first(where: \.isCurrent) }

  public func origin(of version: TextVersion) -> TextVersion {
    guard let number = version.restored, number < version.number,
      let origin = first(where: { $0.number == number })
    else { return version }
    return self.origin(of: origin)
  }

  /// The version that an undo of the current one restores. Repeated undos go back step by step.
  public var undone: TextVersion? {
    current.map(origin).flatMap(previous)
  }

  func previous(to version: TextVersion) -> TextVersion? {
    let earlier = prefix { $0.number < version.number }
    let previous = earlier.last { $0.transcription == version.transcription } ?? earlier.last
    return previous.map(origin)
  }
}
