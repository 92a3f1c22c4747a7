import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct RecordingTests {

  @Test(
    "A saved memo is read back, in another process too", arguments: TestLibrary.live)
  func roundTrip(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let recording = Recording.fixed(1, title: "Café ☕️ — 'quotes' and \"more\"")
    try await database.insert(recording: recording, job: nil)
    let other = try await library.secondClient()
    #expect(try await other.recordings(matching: RecordingQuery()) == [recording])
  }

  @Test("Memos are listed newest first, a page at a time", arguments: TestLibrary.live)
  func pages(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...5 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number, at: number == 3 ? 2000 : nil), job: nil)
    }
    let all = try await database.recordings(matching: RecordingQuery())
    #expect(all.map(\.id.rawValue) == [.fixed(5), .fixed(4), .fixed(3), .fixed(2), .fixed(1)])
    var paged: [Recording] = []
    while true {
      let page = try await database.recordings(
        matching: RecordingQuery(
          after: paged.last.map { RecordingQuery.Position(after: $0) }, limit: 2))
      if page.isEmpty { break }
      paged += page
    }
    #expect(paged == all)
  }

  @Test(
    "Memos are listed in each order and by page, also after a deleted one",
    arguments: [
      (RecordingOrder.newest, [5, 4, 3, 2, 1]), (.oldest, [1, 2, 3, 4, 5]),
      (.title, [2, 1, 5, 3, 4]), (.longest, [3, 5, 4, 2, 1]),
    ] as [(RecordingOrder, [UInt8])], TestLibrary.all)
  func orders(expected: (RecordingOrder, [UInt8]), kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let (order, numbers) = expected
    let titles = ["beta", "Alpha", "delta", "Émile", "Beta"]
    for (number, title) in zip(1...5 as ClosedRange<UInt8>, titles) {
      var recording = Recording.fixed(number, title: title)
      recording.duration = .milliseconds(number == 3 ? 90_001 : number > 3 ? 20_000 : 12_345)
      try await database.insert(recording: recording, job: nil)
    }
    let wanted = numbers.map { Recording.ID(.fixed($0)) }
    var paged: [Recording] = []
    while true {
      let page = try await database.recordings(
        matching: RecordingQuery(
          order: order,
          after: paged.last.map { RecordingQuery.Position(after: $0, in: order) }, limit: 2))
      if page.isEmpty { break }
      paged += page
    }
    #expect(paged.map(\.id) == wanted)
    // Memory does not keep the positions of dropped audio.
    guard kind != .memory
    else { return }
    let gone = try #require(
      try await database.recordings(matching: RecordingQuery(order: order, limit: 1)).first)
    let place = RecordingQuery.Position(after: gone, in: order)
    try await database.trash(ids: [gone.id], at: Date(timeIntervalSince1970: 9))
    _ = try await database.deletePermanently(ids: [gone.id])
    #expect(
      try await database.recordings(matching: RecordingQuery(order: order, after: place))
        .map(\.id) == Array(wanted.dropFirst()))
  }

  @Test("Titles are in order regardless of case and decomposed letters", arguments: TestLibrary.all)
  func foldedTitles(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let titles = ["Zoo", "übung 2", "U\u{308}bung 1", "Übung 3", "Uhr", "ёлка 2", "ЁЛКА 1"]
    for (number, title) in zip(1...7 as ClosedRange<UInt8>, titles) {
      try await database.insert(recording: .fixed(number, title: title), job: nil)
    }
    var paged: [Recording] = []
    while paged.count <= titles.count {
      let page = try await database.recordings(
        matching: RecordingQuery(
          order: .title,
          after: paged.last.map { RecordingQuery.Position(after: $0, in: .title) }, limit: 2))
      if page.isEmpty { break }
      paged += page
    }
    #expect(paged.map(\.id.rawValue) == [5, 3, 2, 4, 1, 7, 6].map { .fixed($0) })
  }

  @Test("A memo is found by the prefix of its ID, in any case", arguments: TestLibrary.live)
  func prefixes(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let id = try #require(UUID(uuidString: "ABCDEF01-0000-0000-0000-000000000000"))
    var recording = Recording.fixed(1)
    recording = Recording(
      id: Recording.ID(id), audio: recording.audio, date: recording.date,
      duration: recording.duration, title: "x")
    try await database.insert(recording: recording, job: nil)
    try await database.insert(recording: .fixed(2), job: nil)
    #expect(try await database.recordingIDs(startingWith: "abc") == [recording.id])
    #expect(try await database.recordingIDs(startingWith: "ABCDEF01-0") == [recording.id])
    #expect(try await database.recordingIDs(startingWith: "abd") == [])
    #expect(try await database.recordingIDs(startingWith: "") == [])
    #expect(try await database.recordingIDs(startingWith: "%") == [])
  }

  @Test(
    "Existing audio is detected, unless it is in the trash",
    arguments: TestLibrary.live)
  func checksums(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let recording = Recording.fixed(1)
    try await database.insert(recording: recording, job: nil)
    #expect(try await database.recordingWithChecksum(sha256: "checksum-1") == recording)
    #expect(try await database.recordingWithChecksum(sha256: "checksum-2") == nil)
    try await database.trash(ids: [recording.id], at: Date(timeIntervalSince1970: 9))
    #expect(try await database.recordingWithChecksum(sha256: "checksum-1") == nil)
  }

  @Test(
    "The same audio is not inserted twice, by any client, unless trashed",
    arguments: TestLibrary.live)
  func twins(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: nil)
    let twin = Recording.fixed(2, sha256: "checksum-1")
    let other = try await library.secondClient()
    await #expect(throws: DatabaseError.alreadyExists(sha256: "checksum-1")) {
      try await other.insert(recording: twin, job: TranscriptionJob.fixed(2))
    }
    #expect(try await database.recordings(matching: RecordingQuery()).count == 1)
    try await database.trash(ids: [Recording.ID(.fixed(1))], at: Date(timeIntervalSince1970: 1))
    try await other.insert(recording: twin, job: nil)
    #expect(try await database.recordings(matching: RecordingQuery()).count == 1)
  }

  @Test(
    "A change of title, date, tags and favorite is stored, and nothing else changes",
    arguments: TestLibrary.live)
  func update(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    var recording = Recording.fixed(1)
    try await database.insert(recording: recording, job: nil)
    var changed = recording
    changed.title = "Other"
    changed.date += 86_400
    changed.tags = ["new"]
    changed.isFavorite = true
    changed.duration = .seconds(1)
    try await database.update(recording: changed)
    recording.title = "Other"
    recording.date += 86_400
    recording.tags = ["new"]
    recording.isFavorite = true
    #expect(try await database.recordings(matching: RecordingQuery()) == [recording])
    await #expect(throws: DatabaseError.self) {
      try await database.update(recording: .fixed(9))
    }
  }

  @Test("A memo whose date changes moves in the list", arguments: TestLibrary.all)
  func date(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    for number in 1...3 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number, at: Double(number)), job: nil)
    }
    let late = Date(timeIntervalSince1970: 9.25)
    let changed = try await database.modify(id: Recording.fixed(1).id) { $0.date = late }
    #expect(changed.date == late)
    let memos = try await database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.id.rawValue) == [.fixed(1), .fixed(3), .fixed(2)])
    let found = try await database.recordings(
      matching: RecordingQuery(filter: RecordingFilter(from: late)))
    #expect(found == [changed])
  }

  @Test(
    "The first date of a memo without an original date stays with it", arguments: TestLibrary.all)
  func firstDate(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    var memo = Recording.fixed(1, at: 1)
    memo.provenance = .recorded(device: "Microphone")
    try await database.insert(recording: memo, job: nil)
    let first = memo.date
    memo.title = "New"
    try await database.update(memo)
    #expect(try await database.recording(id: memo.id)?.provenance.originalDate == nil)
    for seconds in [5, 9] as [Double] {
      memo.date = Date(timeIntervalSince1970: seconds)
      try await database.update(memo)
      #expect(try await database.recording(id: memo.id)?.provenance.originalDate == first)
    }
  }

  @Test(
    "A change applies to the current state, keeps other fields, and is dropped if it throws",
    arguments: TestLibrary.live)
  func modify(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let id = Recording.fixed(1).id
    try await database.insert(recording: .fixed(1), job: nil)
    try await library.secondClient().update(
      recording: .fixed(1, title: "By another program"))
    let changed = try await database.modify(id: id) {
      $0.title += ", and by us"
      $0.duration = .seconds(99)
    }
    #expect(changed.title == "By another program, and by us")
    #expect(changed.duration == Recording.fixed(1).duration)
    #expect(try await database.recordings(matching: RecordingQuery()) == [changed])
    await #expect(throws: CancellationError.self) {
      _ = try await database.modify(id: id) {
        $0.title = "Lost"
        throw CancellationError()
      }
    }
    #expect(try await database.recordings(matching: RecordingQuery()) == [changed])
    await #expect(throws: DatabaseError.notFound("memo \(UUID.fixed(9).uuidString.lowercased())")) {
      _ = try await database.modify(id: Recording.fixed(9).id) { $0.title = "None" }
    }
  }

  @Test(
    "The trash can be undone, and emptied with everything that belongs to a memo",
    arguments: TestLibrary.live)
  func trash(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    try await database.addMemo(2, saying: "hello again")
    let ids = [Recording.ID(.fixed(1)), Recording.ID(.fixed(2))]
    let date = Date(timeIntervalSince1970: 99)
    try await database.trash(ids: ids, at: date)
    try await database.trash(ids: ids, at: Date(timeIntervalSince1970: 100))
    let trashed = try await database.recordings(matching: RecordingQuery(place: .trash))
    #expect(trashed.map(\.trashedAt) == [date, date])
    #expect(try await database.recordings(matching: RecordingQuery()).isEmpty)
    #expect(try await database.search(query: SearchQuery("hello")).isEmpty)

    try await database.restore(ids: [ids[0]])
    #expect(try await database.search(query: SearchQuery("hello")).map(\.recording.id) == [ids[0]])

    let forgotten = try await database.deletePermanently(ids: [ids[1]])
    #expect(forgotten.map(\.audio.fileName) == ["2.flac"])
    #expect(try await database.recordings(matching: RecordingQuery(place: nil)).count == 1)
    #expect(try await database.transcription(of: ids[1]) == nil)
    #expect(try await database.audioFileNames() == ["1.flac"])
    #expect(try await database.integrityProblems().isEmpty)

    #expect(
      try await database.deletePermanently(ids: [ids[0]]) == [], "it was taken out of the trash")
    #expect(try await database.audioFileNames() == ["1.flac"])
  }
}
