import DatabaseClient
import SharedModels

/// A memo that both a backup and the library have, part by part.
struct MemoMerge {
  enum Part: CaseIterable {
    case tags, title, transcript
  }

  let backup: ArchivedMemo
  let library: ArchivedMemo

  var lost: Set<Part> { Set(changed.filter { !library.isUsers($0) }) }

  /// The parts that the user made in both, except titles and tags of memos that only share audio.
  var conflicts: Set<Part> {
    let conflicts = Set(changed.filter(library.isUsers))
    return backup.recording.id == library.recording.id
      ? conflicts : conflicts.intersection([.transcript])
  }

  private var changed: [Part] {
    Part.allCases.filter { backup.isUsers($0) && !backup.isSame($0, as: library) }
  }
}

extension ArchivedMemo {
  fileprivate func isUsers(_ part: MemoMerge.Part) -> Bool {
    switch part {
    case .tags: !recording.tags.isEmpty
    case .title: recording.hasOwnTitle(saying: transcription.map { Array($0.words) } ?? [])
    case .transcript:
      transcription?.editedAt != nil
        || transcription?.speakers.contains { $0.name != nil } ?? false
    }
  }

  fileprivate func isSame(_ part: MemoMerge.Part, as other: Self) -> Bool {
    switch part {
    case .tags: recording.tags == other.recording.tags
    case .title: recording.title == other.recording.title
    case .transcript:
      transcription?.segments == other.transcription?.segments
        && transcription?.speakers.map(\.name) == other.transcription?.speakers.map(\.name)
    }
  }
}
