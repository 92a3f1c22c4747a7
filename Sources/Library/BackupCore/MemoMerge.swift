import DatabaseClient
import Foundation
import ImportCore
import SharedModels

struct MemoMerge {
  enum Part: CaseIterable {
    case date, tags, title, transcript
  }

  let backup: ArchivedMemo
  let library: ArchivedMemo
  var created: Date?

  var lost: Set<Part> { Set(changed.filter { !isUsers($0, in: library) }) }

  /// The parts that the user made in both, except the details of memos that only share audio.
  var conflicts: Set<Part> {
    let conflicts = Set(changed.filter { isUsers($0, in: library) })
    return backup.recording.id == library.recording.id
      ? conflicts : conflicts.intersection([.transcript])
  }

  private var changed: [Part] {
    Part.allCases.filter { !backup.isSame($0, as: library) && isUsers($0, in: backup) }
  }

  private func isUsers(_ part: Part, in memo: ArchivedMemo) -> Bool {
    let (recording, transcript) = (memo.recording, memo.transcription)
    switch part {
    case .date: return recording.hasOwnDate(created: created)
    case .tags: return !recording.tags.isEmpty
    case .title: return recording.hasOwnTitle(saying: transcript.map { Array($0.words) } ?? [])
    case .transcript:
      return transcript?.editedAt != nil
        || transcript?.speakers.contains { $0.name != nil } ?? false
    }
  }
}

extension ArchivedMemo {
  fileprivate func isSame(_ part: MemoMerge.Part, as other: Self) -> Bool {
    switch part {
    case .date: recording.date == other.recording.date
    case .tags: recording.tags == other.recording.tags
    case .title: recording.title == other.recording.title
    case .transcript:
      transcription?.segments == other.transcription?.segments
        && transcription?.speakers.map(\.name) == other.transcription?.speakers.map(\.name)
    }
  }
}
