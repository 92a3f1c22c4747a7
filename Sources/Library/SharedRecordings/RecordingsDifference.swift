public import IdentifiedCollections
public import SharedModels
public import Tagged

/// The user's edits to the list, without the library's own changes.
struct RecordingsDifference: Equatable {
  var inserted: [Recording] = []
  var removed: [Recording.ID] = []
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
    // If the counts match and nothing is new, nothing was removed.
    if old.count != new.count || !inserted.isEmpty {
      removed = old.ids.filter { new.index(id: $0) == nil }
    }
  }

  func applied(to recordings: IdentifiedArrayOf<Recording>) -> IdentifiedArrayOf<Recording> {
    var result = recordings
    for (before, after) in changed {
      guard var recording = result[id: after.id] else { continue }
      recording.takeChanges(from: before, to: after)
      result[id: after.id] = recording
    }
    result.remove(removed)
    result.insertByDate(inserted)
    return result
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.inserted == rhs.inserted && lhs.removed == rhs.removed
      && lhs.changed.elementsEqual(rhs.changed, by: ==)
  }
}

extension Recording {
  mutating func takeChanges(from before: Self, to after: Self) {
    if before.title != after.title { title = after.title }
    if before.tags != after.tags { tags = after.tags }
    if before.isFavorite != after.isFavorite { isFavorite = after.isFavorite }
  }
}

extension IdentifiedArray where Element == Recording, ID == Recording.ID {
  /// Inserts the memos that it lacks, before others of their date.
  public mutating func insertByDate(_ memos: [Recording]) {
    let added = memos.filter { index(id: $0.id) == nil }
    if added.count == 1 {
      insert(added[0], at: partitioningIndex { $0.date > added[0].date })
    } else if !added.isEmpty {
      // One sort, because each insertion moves all memos after it.
      insert(contentsOf: added, at: 0)
      sort { $0.date > $1.date }
    }
  }

  public mutating func remove(_ ids: [Recording.ID]) {
    let removed = Set(ids)
    removeAll { removed.contains($0.id) }
  }
}
