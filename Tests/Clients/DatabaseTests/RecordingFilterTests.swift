import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct RecordingFilterTests {
  private static let memos: [Recording] = {
    var memos = (1...4 as ClosedRange<UInt8>).map { number in
      Recording.fixed(number, title: "Memo \(number)", at: Double(number) * 1000)
    }
    memos[0].title = "Budget meeting"
    memos[0].tags = ["Work", "Été"]
    memos[1].title = "budget, 100 % done_"
    memos[1].tags = ["home"]
    memos[1].duration = .seconds(600)
    memos[2].tags = ["work"]
    memos[2].transcription = .failed(reason: "no weights")
    memos[3].tags = ["Übung"]
    memos[3].title = "Übung Straße"
    memos[3].transcription = .done
    return memos
  }()

  @Test(
    "A filter matches memos that meet all its conditions",
    arguments: [
      (RecordingFilter(), [4, 3, 2, 1]),
      (RecordingFilter(from: Date(timeIntervalSince1970: 2000)), [4, 3, 2]),
      (RecordingFilter(until: Date(timeIntervalSince1970: 2000)), [1]),
      (RecordingFilter(isFavorite: true), [4, 2]),
      (RecordingFilter(isFavorite: false), [3, 1]),
      (RecordingFilter(longer: .milliseconds(12_345)), [2]),
      (RecordingFilter(shorter: .seconds(600)), [4, 3, 1]),
      (RecordingFilter(statuses: ["failed"]), [3]),
      (RecordingFilter(statuses: ["failed", "done"]), [4, 3]),
      (RecordingFilter(tags: ["WORK"]), [3, 1]),
      (RecordingFilter(tags: ["work", "Été"]), [1]),
      (RecordingFilter(tags: ["wor"]), []),
      (RecordingFilter(tags: ["WORK", "ÉTÉ"]), [1]),
      (RecordingFilter(tags: ["E\u{301}te\u{301}"]), [1]),
      (RecordingFilter(tags: ["ubung"]), []),
      (RecordingFilter(tags: ["U\u{308}BUNG"]), [4]),
      (RecordingFilter(titlePrefix: "übung S"), [4]),
      (RecordingFilter(titlePrefix: "U\u{308}BUNG STRASSE"), [4]),
      (RecordingFilter(titlePrefix: "BUDGET"), [2, 1]),
      (RecordingFilter(titlePrefix: "budget, 100 % d"), [2]),
      (RecordingFilter(titlePrefix: "%"), []),
      (RecordingFilter(shorter: .seconds(60), tags: ["work"], titlePrefix: "m"), [3]),
    ])
  func filter(filter: RecordingFilter, numbers: [UInt8]) async throws {
    for kind in TestLibrary.all {
      let database = try await TestLibrary(kind).database
      for memo in Self.memos { try await database.insert(memo, nil) }
      let found = try await database.recordings(matching: RecordingQuery(filter: filter))
      #expect(found.map(\.id.rawValue) == numbers.map { .fixed($0) })
    }
  }

  @Test(
    "Tags are counted outside the trash, ignoring case, and spelled as in the newest memo",
    arguments: TestLibrary.all)
  func tags(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    #expect(try await database.tagCounts() == [])
    for memo in Self.memos { try await database.insert(memo, nil) }
    try await database.trash(ids: [Self.memos[1].id], at: Date(timeIntervalSince1970: 5))
    #expect(
      try await database.tagCounts() == [
        TagCount("Été", count: 1), TagCount("Übung", count: 1), TagCount("work", count: 2),
      ])
  }

  @Test(
    "If a memo was imported again, restoring it and others from the trash fails",
    arguments: TestLibrary.all)
  func restoreTwin(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let ids = [1, 2].map { Recording.ID(.fixed($0)) }
    for number in [1, 2] as [UInt8] {
      try await database.insert(.fixed(number, sha256: "sha \(number)"), nil)
    }
    try await database.trash(ids: ids, at: Date(timeIntervalSince1970: 5))
    try await database.insert(.fixed(3, sha256: "sha 2"), nil)
    await #expect(throws: DatabaseError.alreadyExists(sha256: "sha 2")) {
      try await database.restore(ids: ids)
    }
    #expect(try await database.recordings(matching: RecordingQuery(place: .trash)).count == 2)
    try await database.restore(ids: [ids[0]])
    #expect(try await database.recordings(matching: RecordingQuery(place: .trash)).count == 1)
  }
}
