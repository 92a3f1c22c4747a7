import ApiClient
@testable import CommandLineProgram
import DatabaseClient
import Foundation
import SharedModels
import Testing

struct UndoTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(
      [
        ("11111111-0000-0000-0000-000000000000", "One"),
        ("22222222-0000-0000-0000-000000000000", "Two"),
      ].enumerated().map { index, memo in
        let memo = TranscribedMemo.numbered(index + 1, id: memo.0, title: memo.1, "Hello there.")
        let transcription = memo.transcription
        return TranscribedMemo(
          recording: memo.recording,
          transcription: Transcription(
            id: Transcription.ID(memo.recording.id.rawValue), createdAt: transcription.createdAt,
            engine: transcription.engine, language: "en", model: transcription.model,
            segments: transcription.segments))
      })
  }

  /// Runs the program some days after the session's time.
  private func run(_ arguments: String..., daysLater days: Double = 0) async
    -> CommandSession.Outcome
  {
    await session.run(arguments) {
      $0.date.now = CommandSession.now.addingTimeInterval(86_400 * days)
    }
  }

  private func text(of id: String) async throws -> String? {
    let id = try #require(UUID(uuidString: "\(id)-0000-0000-0000-000000000000"))
    return try await session.database.transcription(of: Recording.ID(id))?.text
  }

  @Test("An edit is undone days later, and the undo, too")
  func edit() async throws {
    _ = await run("edit", "One", "--text", "Goodbye.")
    #expect(
      await run("undo", "One", daysLater: 40)
        == .init(
          0,
          error: """
            11111111 One: back to version 1 of the text
            'speechmemo undo 11111111 --to 2' restores the text from before.

            """))
    #expect(try await text(of: "11111111") == "Hello there.")
    #expect(await run("undo", "One", "--to", "2", daysLater: 41).status == 0)
    #expect(try await text(of: "11111111") == "Goodbye.")
    #expect(
      await run("history", "One")
        == .init(
          0,
          output: """
            1  2026-09-10 01:27  2 words  faster-whisper 1.2.1, tiny.en
            2  2026-09-21 15:13   1 word  user
            3  2026-10-31 15:13  2 words  user  (back to version 1)
            4  2026-11-01 15:13   1 word  user  (back to version 2, current)

            """))
    #expect(await run("history", "One", "--show", "1").output == "Hello there.\n")
  }

  @Test("Without an ID, undo reverts the most recent change, be it a deletion or an edit")
  func mostRecent() async throws {
    _ = await run("edit", "One", "--text", "Goodbye.")
    _ = await run("delete", "Two", daysLater: 1)
    _ = await run("edit", "One", "--text", "Goodbye again.", daysLater: 2)
    var notes: [Substring] = []
    for day in [3.0, 4, 5] {
      notes.append(await run("undo", daysLater: day).error.split(separator: "\n")[0])
    }
    #expect(
      notes == [
        "11111111 One: back to version 2 of the text", "22222222 Two: back in the library",
        "11111111 One: back to version 1 of the text",
      ])
    #expect(try await text(of: "11111111") == "Hello there.")
    #expect(
      await run("undo", daysLater: 6)
        == .init(
          1,
          error: """
            speechmemo: nothing to undo: the trash is empty, and no edit is left; \
            'speechmemo undo ID' also reverts a new transcript

            """))
  }

  @Test("With a server, nothing is left to undo only when its library has no edit left")
  func remote() async throws {
    let server = try ServerAddress("https://home.example")
    let outcome = await session.run("undo") { $0.serverAddress = server }
    #expect(outcome.status == 1 && outcome.error.contains("no edit is left"))
  }

  @Test("When all edits of a memo are undone, the history is named")
  func allUndone() async {
    _ = await run("edit", "One", "--text", "Goodbye.")
    #expect(await run("undo", "One").status == 0)
    #expect(
      await run("undo", "One")
        == .init(
          1,
          error: """
            speechmemo: nothing to undo: the text of 11111111 One has no earlier version; \
            'speechmemo history 11111111' lists all versions

            """))
  }

  @Test("With IDs, trashed memos are restored and the texts of others reverted, all or none")
  func several() async throws {
    _ = await run("delete", "Two")
    #expect(
      await run("undo", "Two", "One")
        == .init(
          1, error: "speechmemo: nothing to undo: the text of 11111111 One has no earlier version\n"
        ))
    #expect(await run("list", "--trash").output.contains("Two"))
    _ = await run("edit", "One", "--text", "Goodbye.")
    #expect(await run("undo", "Two", "One").status == 0)
    #expect(await run("list", "--trash").output == "")
    #expect(try await text(of: "11111111") == "Hello there.")
  }

  @Test("A trashed memo does not hide one in the library that has the whole title")
  func titles() async throws {
    _ = await run("rename", "Two", "One more")
    _ = await run("delete", "2222")
    _ = await run("edit", "One", "--text", "Goodbye.")
    #expect(await run("undo", "One").status == 0)
    #expect(try await text(of: "11111111") == "Hello there.")
    #expect(await run("undo", "One m").error == "22222222 One more: back in the library\n")
  }

  @Test("retry --force keeps the edited text as a version, which undo without an ID brings back")
  func retry() async throws {
    try session.file("audio/11111111-0000-0000-0000-000000000000.wav")
    _ = await run("edit", "One", "--text", "Goodbye.")
    _ = await run("delete", "Two", daysLater: 1)
    #expect(await run("retry", "One", "--force", daysLater: 2).status == 0)
    #expect(try await text(of: "11111111") == "Good morning. All is well.")
    #expect(
      await run("undo", daysLater: 3)
        == .init(
          0,
          error: """
            11111111 One: back to version 2 of the text, from before the new transcript
            'speechmemo undo 11111111 --to 3' restores the text from before.

            """))
    #expect(try await text(of: "11111111") == "Goodbye.")
    #expect(await run("undo", daysLater: 4).error == "22222222 Two: back in the library\n")
    let last = await run("undo", daysLater: 5).error
    #expect(last.hasPrefix("11111111 One: back to version 1 of the text\n"))
    #expect(try await text(of: "11111111") == "Hello there.")
    #expect(await run("undo", "One", "--to", "3", daysLater: 6).status == 0)
    #expect(try await text(of: "11111111") == "Good morning. All is well.")
  }

  @Test("A new transcript that replaced no edited text is undone only with the memo's ID")
  func unedited() async throws {
    try session.file("audio/22222222-0000-0000-0000-000000000000.wav")
    #expect(await run("retry", "Two", daysLater: 1).status == 0)
    let outcome = await run("undo", daysLater: 2)
    #expect(outcome.status == 1 && outcome.error.contains("no edit is left; 'speechmemo undo ID'"))
    #expect(try await text(of: "22222222") == "Good morning. All is well.")
    let undone = await run("undo", "Two", "--json", daysLater: 3)
    #expect(undone.objects.first?["undone"] as? String == "transcript")
    #expect(try await text(of: "22222222") == "Hello there.")
  }

  @Test("A version that is current or does not exist changes nothing")
  func versions() async throws {
    _ = await run("edit", "One", "--text", "Goodbye.")
    #expect(
      await run("undo", "One", "--to", "2")
        == .init(0, error: "11111111 One: nothing was changed\n"))
    for command in ["undo", "history"] {
      let outcome = await run(command, "One", command == "undo" ? "--to" : "--show", "3")
      #expect(outcome.status == 1 && outcome.error.split(separator: "\n").count == 1)
      #expect(outcome.error.contains("'speechmemo history 11111111' lists all versions"))
    }
    _ = await run("delete", "Two")
    #expect(
      await run("undo", "Two", "--to", "1").error.contains("'speechmemo undo Two' restores it"))
    for arguments in [["--to", "1"], ["One", "Two", "--to", "1"]] {
      let outcome = await session.run(["undo"] + arguments)
      #expect(outcome.status == 2 && outcome.error.contains("--to needs one ID"))
    }
    #expect(try await text(of: "11111111") == "Goodbye.")
    #expect(await run("history", "One").output.split(separator: "\n").count == 2)
  }

  @Test("A memo without a transcript has no history, and the error names the command for one")
  func noTranscript() async throws {
    let outcome = await session.run("history", "One") {
      $0.database.history.versions = { _ in [] }
    }
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.error.contains("'speechmemo retry 11111111' creates one"))
  }

  @Test("Versions and undoing print JSON objects")
  func json() async throws {
    _ = await run("edit", "One", "--text", "Goodbye.")
    let reverted = try #require(await run("undo", "One", "--json", daysLater: 1).objects.first)
    #expect(reverted["event"] as? String == "reverted" && reverted["title"] as? String == "One")
    #expect(reverted["version"] as? Int == 1 && reverted["replaced"] as? Int == 2)
    #expect(reverted["undone"] as? String == "edit")
    let versions = await run("history", "One", "--json").objects
    #expect(versions.map { $0["author"] as? String } == ["engine", "user", "user"])
    #expect(versions.map { $0["model"] as? String } == ["tiny.en", nil, nil])
    #expect(versions.map { $0["restored"] as? Int } == [nil, nil, 1])
    #expect(versions.map { $0["isCurrent"] as? Bool } == [false, false, true])
    #expect(versions.map { $0["words"] as? Int } == [2, 1, 2])
    #expect(versions.last?["date"] as? String == "2026-09-22T14:13:20Z")
    let shown = await run("history", "One", "--show", "2", "--json").objects
    #expect(shown.first?["text"] as? String == "Goodbye.")
  }
}
