public import Foundation
public import SharedModels

/// A voice that is to be recognized in other memos.
public struct RememberedVoice: Equatable, Sendable {
  /// Whose it is.
  public var name: String
  public var voice: Voice
  /// When it was remembered.
  public var createdAt: Date

  public init(name: String, voice: Voice, createdAt: Date) {
    self.createdAt = createdAt
    self.name = name
    self.voice = voice
  }
}
