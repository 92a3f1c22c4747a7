public import IdentifiedCollections
public import SharedModels
public import Tagged

/// What a person has changed in the list of memos, apart from what the library did meanwhile.
struct RecordingsDifference: Equatable {
  /// Memos that are new in the list, in its order.
  var inserted: [Recording] = []
  var removed: [Recording.ID] = []
  /// Memos with another title, other tags, or another favourite mark: as before, and as now.
  var changed: [(before: Recording, after: Recording)] = []

  var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && changed.isEmpty }

  init(from old: IdentifiedArrayOf<Recording>, to new: IdentifiedArrayOf<Recording>) {
    for recording in new {
      guard let before = old[id: recording.id]
      else {
        inserted.append(recording)
        continue
      }
      if before.title != recording.title || before.tags != recording.tags
        || before.isFavorite != recording.isFavorite
      {
        changed.append((before, recording))
      }
    }
    // As many as there were before, and none new: none can be missing.
    if old.count != new.count || !inserted.isEmpty {
      removed = old.ids.filter { new.index(id: $0) == nil }
    }
  }

  /// The library's memos with the changes made to them. A memo that is gone stays gone.
  func applied(to recordings: IdentifiedArrayOf<Recording>) -> IdentifiedArrayOf<Recording> {
    var result = recordings
    for (before, after) in changed {
      guard var recording = result[id: after.id] else { continue }
      recording.takeChanges(from: before, to: after)
      result[id: after.id] = recording
    }
    for id in removed { result.remove(id: id) }
    for recording in inserted where result.index(id: recording.id) == nil {
      result.insertByDate(recording)
    }
    return result
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.inserted == rhs.inserted && lhs.removed == rhs.removed
      && lhs.changed.elementsEqual(rhs.changed, by: ==)
  }
}

extension Recording {
  /// Takes over what a person has changed of the memo, and leaves the rest.
  mutating func takeChanges(from before: Self, to after: Self) {
    if before.title != after.title { title = after.title }
    if before.tags != after.tags { tags = after.tags }
    if before.isFavorite != after.isFavorite { isFavorite = after.isFavorite }
  }
}

extension IdentifiedArray where Element == Recording, ID == Recording.ID {
  /// Puts a memo where it belongs in a list with the newest first: before the first that is not
  /// newer. One that is there already stays as it is.
  public mutating func insertByDate(_ recording: Recording) {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self[middle].date > recording.date {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    insert(recording, at: range.lowerBound)
  }
}
