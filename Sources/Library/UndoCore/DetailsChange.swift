public import SharedModels
public import Tagged

public struct DetailsChange: Equatable, Sendable {
  private struct Details: Equatable, Sendable {
    let isFavorite: Bool
    let tags: [String]
    let title: String

    init(_ recording: Recording) {
      isFavorite = recording.isFavorite
      tags = recording.tags
      title = recording.title
    }
  }

  public let id: Recording.ID
  private var before: Details
  private var after: Details

  init?(from before: Recording, to after: Recording) {
    id = after.id
    self.before = Details(before)
    self.after = Details(after)
    if self.before == self.after { return nil }
  }

  public var inverse: Self {
    var change = self
    (change.before, change.after) = (after, before)
    return change
  }

  var noun: String {
    if before.title != after.title { return "rename" }
    return before.tags != after.tags ? "tag change" : "favorite change"
  }

  /// Returns `true` if what the change set has not been changed again.
  public func fits(_ recording: Recording) -> Bool {
    let current = Details(recording)
    return (before.title == after.title || current.title == after.title)
      && (before.tags == after.tags || current.tags == after.tags)
      && (before.isFavorite == after.isFavorite || current.isFavorite == after.isFavorite)
  }

  public func revert(_ recording: inout Recording) {
    if before.title != after.title { recording.title = before.title }
    if before.tags != after.tags { recording.tags = before.tags }
    if before.isFavorite != after.isFavorite { recording.isFavorite = before.isFavorite }
  }
}
