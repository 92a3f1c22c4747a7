public import Foundation
public import SharedModels
public import Tagged

/// A text of a transcript as a library stores it: its first known one, or an edit of the one before.
public struct ArchivedVersion: Codable, Equatable, Sendable {
  public var transcription: Transcription.ID
  public var date: Date
  /// The transcript's ``Transcription/editedAt`` with this text.
  public var editedAt: Date?
  public var restored: Int?
  public var change: TextDifference?

  public init(
    transcription: Transcription.ID, date: Date, editedAt: Date?, restored: Int? = nil,
    change: TextDifference? = nil
  ) {
    self.transcription = transcription
    self.date = date
    self.editedAt = editedAt
    self.restored = restored
    self.change = change
  }
}
