import DatabaseClient
import Foundation
import SharedModels
import Testing

struct ListAndShowTests {
  @Test("An empty library explains how to import")
  func empty() async throws {
    let session = try CommandSession()
    #expect(
      await session.run("list")
        == .init(0, error: "No memos yet. Add one with 'speechmemo import FILE'.\n"))
    #expect(await session.run("list", "--trash") == .init(0, error: "The trash is empty.\n"))
    #expect(await session.run("list", "--json") == .init(0))
  }

  @Test("The list has a line for each memo, newest first, in the user's time zone")
  func list() async throws {
    let session = try CommandSession([
      .numbered(1, title: "First"), .numbered(2, title: "Second\n🎙️"),
    ])
    #expect(
      await session.run("list")
        == .init(
          0,
          output: """
            00000000  2026-09-12 01:26     0:11  Second\\n🎙️
            00000000  2026-09-11 01:26     0:11  First

            """))
    let newest = await session.run("ls", "--limit", "1").output
    #expect(newest.contains("Second") && !newest.contains("First"))
  }

  @Test("The list is sorted as one likes")
  func order() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Berry"), .numbered(2, title: "cherry"), .numbered(3, title: "apple"),
    ])
    func titles(_ arguments: String...) async -> [String] {
      await session.run(["list"] + arguments).output.split(separator: "\n")
        .compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(await titles("--sort", "title") == ["apple", "Berry", "cherry"])
    #expect(await titles("--sort", "oldest", "--limit", "2") == ["Berry", "cherry"])
    #expect(await titles("--sort", "newest") == ["apple", "cherry", "Berry"])
    let outcome = await session.run("list", "--sort", "colour")
    #expect(outcome.status != 0 && outcome.error.contains("newest"))
  }

  @Test("On a terminal the list is colored, through a pipe or by wish it is not")
  func color() async throws {
    let session = try CommandSession([.numbered(1)])
    #expect(await session.run("list", onTerminal: true).output.hasPrefix("\u{1b}[1m00000000"))
    let plain = await session.run("list", onTerminal: true) {
      $0.terminal.environment = { ["NO_COLOR": "1"] }
    }
    #expect(!plain.output.contains("\u{1b}"))
    #expect(await !session.run("list").output.contains("\u{1b}"))
  }

  @Test("A list longer than a page is complete, in order and without duplicates")
  func pages() async throws {
    let session = try CommandSession((1...2_300).map { .numbered($0) })
    let titles = await session.run("list", "--json").objects.map { $0["title"] as? String }
    #expect(titles == (1...2_300).reversed().map { "Memo \($0)" })
    let some = await session.run("list", "--limit", "1500", "--json").objects
    #expect(some.count == 1_500 && some.last?["title"] as? String == "Memo 801")
  }

  @Test("A memo as JSON has the keys that the manual names")
  func json() async throws {
    let session = try CommandSession([TranscribedMemo(recording: .mock, transcription: .mock)])
    let memo = try #require(await session.run("list", "--json").objects.first)
    #expect(
      Set(memo.keys) == [
        "id", "title", "date", "duration", "format", "state", "tags", "favorite", "file",
        "originalName", "sha256",
      ])
    #expect(memo["id"] as? String == "00000000-0000-0000-0000-000000000001")
    #expect(memo["duration"] as? Double == 11)
    #expect(memo["date"] as? String == "2026-09-10T00:26:40Z")
    #expect(memo["state"] as? String == "done" && memo["favorite"] as? Bool == true)
    let shown = try #require(await session.run("show", "00000000", "--json").objects.first)
    let transcript = try #require(shown["transcript"] as? [String: Any])
    let segments = try #require(transcript["segments"] as? [[String: Any]])
    #expect(
      segments.map { $0["text"] as? String } == [
        "We agreed on the budget.", "Please send it tomorrow.",
      ])
  }

  @Test("A transcript has its repair count and no voices")
  func repairs() async throws {
    var transcription = TranscribedMemo.numbered(1, "One two.").transcription
    transcription.repairs = 3
    transcription.speakers = [
      Speaker(id: 0, name: "Anna", voice: Voice(model: "m", embedding: [0.123456]))
    ]
    let session = try CommandSession([
      TranscribedMemo(
        recording: TranscribedMemo.numbered(1, "One two.").recording, transcription: transcription)
    ])
    let shown = await session.run("show", "00000000", "--json")
    let transcript = try #require(shown.objects.first?["transcript"] as? [String: Any])
    #expect(transcript["repairs"] as? Int == 3)
    #expect(!shown.output.contains("0.123456"))
  }

  @Test(
    "The list shows why a transcript is missing",
    arguments: [
      (TranscriptionState.queued, " (waiting)"), (.running(progress: 0.456), " (45%)"),
      (.failed(reason: "no weights"), " (failed: no weights)"), (.none, " (not transcribed)"),
      (.cancelled, " (not transcribed)"), (.done, ""),
    ])
  func remark(state: TranscriptionState, remark: String) async throws {
    let session = try CommandSession()
    try await session.database.insert(.preview(title: "Memo", transcription: state), nil)
    #expect(await session.run("list").output.hasSuffix("Memo\(remark)\n"))
  }

  @Test("A long reason is cut in the list and complete in the memo")
  func longReason() async throws {
    let session = try CommandSession()
    let reason = String(repeating: "long ", count: 30) + "end"
    try await session.database.insert(
      .preview(title: "Memo", transcription: .failed(reason: reason)), nil)
    let line = await session.run("list").output
    #expect(line.count < 120 && line.hasSuffix("…)\n"))
    #expect(await session.run("show", "0").output.contains(reason))
  }

  @Test("A memo is shown with the time of each segment")
  func show() async throws {
    let session = try CommandSession([TranscribedMemo(recording: .mock, transcription: .mock)])
    #expect(
      await session.run("show", "0000")
        == .init(
          0,
          output: """
            A note on the budget
            2026-09-10 01:26 · 0:11 · wav · 00000000-0000-0000-0000-000000000001
            #speech #example

            0:00  We agreed on the budget.
            0:03  Please send it tomorrow.

            """))
  }

  @Test("Several memos are shown in the order given, each once, or none if one is unknown")
  func showSeveral() async throws {
    let session = try CommandSession([
      .numbered(1, title: "One"), .numbered(2, title: "Two"), .numbered(3, title: "Three"),
    ])
    let outcome = await session.run("show", "One", "last", "One")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("One\n"))
    #expect(outcome.output.contains("0:00  Hello there.\n\nThree\n"))
    #expect(outcome.output.matches(of: /Hello there/).count == 2)
    let objects = await session.run("show", "Two", "One", "--json").objects
    #expect(objects.map { $0["title"] as? String } == ["Two", "One"])
    #expect(objects.allSatisfy { $0["transcript"] != nil })
    let unknown = await session.run("show", "One", "Four")
    #expect(unknown.status == 1 && unknown.output == "")
    #expect(await session.run("show").status == 2)
  }

  @Test("The list has a memo's tags, dimmed on a terminal")
  func tags() async throws {
    let session = try CommandSession()
    var memo = Recording.preview(title: "Memo", transcription: .queued)
    memo.tags = ["work", "to\ndo"]
    try await session.database.insert(memo, nil)
    #expect(await session.run("list").output.hasSuffix("Memo #work #to\\ndo (waiting)\n"))
    #expect(
      await session.run("list", onTerminal: true).output.contains("Memo\u{1b}[2m #work\u{1b}["))
  }

  @Test("A memo in several languages shows each at its start")
  func languages() async throws {
    let texts = [
      ("Good morning.", nil), ("Guten Morgen.", "de"), ("Wie geht's?", "de"), ("Well.", nil),
    ]
    let transcription = Transcription(
      language: "en",
      segments: texts.enumerated().map { index, text in
        Segment(
          start: .seconds(index), end: .seconds(index + 1), text: text.0, language: text.1)
      })
    let session = try CommandSession([
      TranscribedMemo(recording: .mock, transcription: transcription)
    ])
    #expect(
      await session.run("show", "0000").output.hasSuffix(
        """

        0:00  Good morning.
        0:01  [de] Guten Morgen.
        0:02  Wie geht's?
        0:03  [en] Well.

        """))
  }

  @Test("An ambiguous ID prefix is never resolved")
  func manyIDs() async throws {
    let session = try CommandSession(
      (1...12).map { .numbered($0, id: String(format: "AAAAAAAA-0000-0000-0000-%012d", $0)) })
    let memos = try await session.database.recordings(matching: RecordingQuery())
    // One of the first ten is left in the library, with the two others.
    let first = memos.map(\.id).sorted { $0.rawValue.uuidString < $1.rawValue.uuidString }.prefix(9)
    try await session.database.trash(ids: Array(first), at: CommandSession.now)
    #expect(
      await session.run("delete", "aaaa")
        == .init(1, error: "speechmemo: 'aaaa' matches many memos; give more of the id\n"))
  }

  @Test("Unknown and ambiguous IDs are reported")
  func ambiguity() async throws {
    let session = try CommandSession([
      .numbered(1, id: "AAAAAAAA-0000-0000-0000-000000000001", title: "One"),
      .numbered(2, id: "AAAABBBB-0000-0000-0000-000000000002", title: "Two"),
    ])
    #expect(await session.run("show", "AAAAA").output.hasPrefix("One\n"))
    #expect(
      await session.run("show", "aaaa")
        == .init(
          1,
          error: """
            speechmemo: 'aaaa' matches aaaabbbb (Two), aaaaaaaa (One); give more of the id

            """))
    for id in ["ffff", "x\u{1b}[31m"] {
      let outcome = await session.run("show", id)
      #expect(outcome.status == 1 && outcome.output == "")
      #expect(outcome.error.hasPrefix("speechmemo: no memo has the id or title '"))
      #expect(outcome.error.hasSuffix("; 'speechmemo list' shows all memos\n"))
      #expect(!outcome.error.contains("\u{1b}"))
    }
  }

  @Test("A memo is named by its title, the beginning of it, or how new it is")
  func references() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Holiday"), .numbered(2, title: "Budget"),
      .numbered(3, title: "Budget of May"), .numbered(4, title: "Trashed"),
    ])
    try await session.database.trash(ids: [Recording.ID(UUID(4))], at: CommandSession.now)
    for (text, title) in [
      ("budget", "Budget"), ("Budget o", "Budget of May"), ("holi", "Holiday"),
    ] {
      #expect(await session.run("show", text).output.hasPrefix("\(title)\n"))
    }
    #expect(await session.run("rename", "last", "Newest").error.hasSuffix("→ Newest\n"))
    #expect(await session.run("rename", "last~2", "Oldest").error.hasSuffix("Holiday → Oldest\n"))
    #expect(
      await session.run("rename", "last~3", "None")
        == .init(1, error: "speechmemo: memo 'last~3' does not exist: found only 3 memos\n"))
  }

  @Test("A printed date selects its memo with --from, and not with --until")
  func printedDates() async throws {
    let session = try CommandSession([.numbered(1)])
    let date = try #require(await session.run("list", "--json").objects.first?["date"] as? String)
    #expect(await session.run("list", "--from", date, "--json").objects.count == 1)
    #expect(await session.run("list", "--until", date, "--json").objects.count == 0)
    let zoned = date.replacing("Z", with: "+00:00")
    #expect(await session.run("list", "--from", zoned, "--json").objects.count == 1)
    #expect(await session.run("list", "--until", "2027", "--json").objects.count == 1)
    #expect(await session.run("list", "--from", "2027", "--json").objects.count == 0)
  }

  @Test("A memo is named by its title regardless of case and decomposed letters")
  func foldedReferences() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Übung"), .numbered(2, title: "Übung in Straßburg"),
    ])
    for (text, title) in [
      ("übung", "Übung"), ("U\u{308}BUNG", "Übung"), ("ÜBUNG IN STRASS", "Übung in Straßburg"),
    ] {
      #expect(await session.run("show", text).output.hasPrefix("\(title)\n"))
    }
  }

  @Test("An ambiguous title is reported with ids as short as in lists, if they differ")
  func shortIDs() async throws {
    let session = try CommandSession([
      .numbered(1, id: "11111111-0000-0000-0000-000000000000", title: "Talk"),
      .numbered(2, id: "22222222-0000-0000-0000-000000000000", title: "Talk"),
    ])
    #expect(
      await session.run("show", "talk")
        == .init(
          1, error: "speechmemo: 'talk' matches 22222222 (Talk), 11111111 (Talk); give an id\n"))
  }

  @Test("An ambiguous title is reported with its memos")
  func ambiguousTitle() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Budget May"), .numbered(2, title: "Budget June"),
    ])
    #expect(
      await session.run("show", "budget")
        == .init(
          1,
          error: """
            speechmemo: 'budget' matches 00000000-0000-0000-0000-000000000002 (Budget June), \
            00000000-0000-0000-0000-000000000001 (Budget May); give an id

            """))
  }

  @Test("A trashed memo is reported as such")
  func inTrash() async throws {
    let session = try CommandSession([.numbered(1, title: "Gone")])
    try await session.database.trash(ids: [Recording.ID(UUID(1))], at: CommandSession.now)
    for text in ["0000", "gone"] {
      #expect(
        await session.run("rename", text, "Back")
          == .init(
            1,
            error: "speechmemo: '\(text)' is in the trash; 'speechmemo undo \(text)' restores it\n")
      )
    }
  }

  @Test("'last' is a memo of the library, even for commands that find trashed ones")
  func lastInTrash() async throws {
    let session = try CommandSession([.numbered(1, title: "Kept"), .numbered(2, title: "Gone")])
    try await session.database.trash(ids: [Recording.ID(UUID(2))], at: CommandSession.now)
    #expect(await session.run("show", "last").output.hasPrefix("Kept\n"))
    #expect(await session.run("show", "last~1").status == 1)
    #expect(await session.run("show", "Gone").output.hasPrefix("Gone\n"))
    #expect(await session.run("undo", "last").error.hasSuffix(" Gone: back in the library\n"))
  }

  @Test("The list is filtered by properties of memos")
  func filters() async throws {
    var failed = Recording.preview(
      id: Recording.ID(UUID(3)), title: "Failed", transcription: .failed(reason: "silent"))
    failed.tags = ["Work"]
    failed.audio.sha256 = "3"
    let session = try CommandSession([.numbered(1, title: "One"), .numbered(2, title: "Two")])
    try await session.database.insert(failed, nil)
    for (options, titles) in [
      (["--state", "failed"], ["Failed"]), (["--tag", "work"], ["Failed"]),
      (["--longer", "1h"], []), (["--shorter", "1m", "--from", "2026-09-11T12:00Z"], ["Two"]),
      (["--state", "failed", "--state", "done", "--until", "2026-09-10Z"], []),
    ] {
      let outcome = await session.run(["list", "--json"] + options)
      #expect(outcome.objects.map { $0["title"] as? String } == titles)
    }
    #expect(
      await session.run("list", "--favorite", "--tag", "none")
        == .init(0, error: "No matching memos.\n"))
    #expect(await session.run("rm", "--state", "failed").error.hasPrefix("00000000 Failed: moved"))
  }
}
