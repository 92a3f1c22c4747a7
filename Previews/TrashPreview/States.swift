import ComposableArchitecture
import DatabaseClient
import Foundation
import LibraryFolder
import PreviewHarness
import SharedModels
import TrashFeature

extension TrashPreview {
  static let states: [Preview<TrashFeature>.StartingState] = [
    state("usual", typical, days: 30),
    state("forever", typical),
    state("empty", []),
    state("long", (0..<1000).map { memo($0, "Memo \($0)", hoursAgo: $0) }, days: 30),
    state("loading", []) { $0.database.recordings = { _ in try await Task.never() } },
    state("failed", []) {
      $0.database.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") }
    },
    state("readonly", typical) {
      $0.retentionKeeper.deletePermanently = { _ in
        throw DatabaseError.diskFull(path: "library.sqlite")
      }
      $0.retentionKeeper.restore = { _ in throw DatabaseError.diskFull(path: "library.sqlite") }
    },
  ]

  private static func state(
    _ name: String, _ memos: [TranscribedMemo], days: Int? = nil,
    change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> Preview<TrashFeature>.StartingState {
    let folder = LibraryFolder(root: URL(fileURLWithPath: "/preview", isDirectory: true))
    return .init(name, TrashFeature.State()) {
      let json = Data(#"{"retention": {"trashDays": \#(days.map(String.init) ?? "null")}}"#.utf8)
      $0.database = .inMemory(memos)
      $0.date.now = now
      $0.libraryFolder = folder
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated([folder.settings: json]))
      $0.timeZone = .gmt
      change(&$0)
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_795_262_400)

  private static let typical = [
    memo(1, "A thought on the train", hoursAgo: 2),
    memo(2, "会議のメモ 🎙️", hoursAgo: 30),
    memo(3, "", hoursAgo: 400),
    memo(4, "Ideas for the garden", hoursAgo: 700),
  ]

  private static func memo(_ number: Int, _ title: String, hoursAgo: Int) -> TranscribedMemo {
    let id = UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + number))")
    var memo = Recording.preview(
      id: id.map { Recording.ID($0) } ?? Recording.mock.id, title: title,
      date: now.addingTimeInterval(Double(-hoursAgo - 48) * 3600),
      duration: .seconds(number % 90 * 60 + 11))
    memo.trashedAt = now.addingTimeInterval(Double(-hoursAgo) * 3600)
    return TranscribedMemo(recording: memo, transcription: .preview("A word or two."))
  }
}
