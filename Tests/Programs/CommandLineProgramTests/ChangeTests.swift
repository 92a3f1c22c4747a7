import DatabaseClient
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Testing

struct ChangeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([
      .numbered(1, id: "11111111-0000-0000-0000-000000000000", title: "One"),
      .numbered(2, id: "22222222-0000-0000-0000-000000000000", title: "Two"),
    ])
  }

  private func titles(_ place: RecordingQuery.Place = .library) async throws -> [String] {
    try await session.database.recordings(matching: RecordingQuery(place: place)).map(\.title)
  }

  @Test("A memo gets another title, of as many words as are given, on one line")
  func rename() async throws {
    #expect(
      await session.run("rename", "1111", "The", "new\nname")
        == .init(0, error: "11111111: One → The new name\n"))
    #expect(try await titles() == ["Two", "The new name"])
  }

  @Test("A title that the memo has already is reported as no change")
  func sameTitle() async throws {
    #expect(
      await session.run("rename", "1111", "One")
        == .init(0, error: "11111111 One: nothing was changed\n"))
    let object = await session.run("rename", "1111", "One", "--json").objects.first
    #expect(object?["event"] as? String == "unchanged" && object?["title"] as? String == "One")
    #expect(object?["oldTitle"] == nil)
  }

  @Test("A title of nothing is refused", arguments: ["", "  ", "\n"])
  func emptyTitle(title: String) async throws {
    #expect(
      await session.run("rename", "1111", title)
        == .init(1, error: "speechmemo: a memo's title cannot be empty; enter a title\n"))
    #expect(try await titles() == ["Two", "One"])
  }

  @Test("A deleted memo is in the trash until it is brought back")
  func deleteAndUndo() async throws {
    #expect(
      await session.run("delete", "1")
        == .init(
          0,
          error: """
            11111111 One: moved to the trash
            'speechmemo undo' restores it.

            """))
    #expect(try await titles() == ["Two"])
    #expect(await session.run("list", "--trash").output.contains("One"))
    #expect(await session.run("show", "1").output.contains("in the trash"))
    #expect(await session.run("undo") == .init(0, error: "11111111 One: back in the library\n"))
    #expect(try await titles() == ["Two", "One"])
    #expect(
      await session.run("undo")
        == .init(
          1,
          error: """
            speechmemo: nothing to undo: the trash is empty, and no edit is left; \
            'speechmemo undo ID' also reverts a new transcript

            """))
  }

  @Test("Memos deleted by one command are restored together, without earlier ones")
  func undoLast() async throws {
    _ = await session.run("rm", "1") { $0.date.now = Date(timeIntervalSince1970: 1) }
    let outcome = await session.run("rm", "2", "22222222")
    #expect(
      outcome.error == "22222222 Two: moved to the trash\n'speechmemo undo' restores it.\n")
    _ = await session.run("undo")
    #expect(try await titles() == ["Two"])
    _ = await session.run("undo", "1111")
    #expect(try await titles() == ["Two", "One"])
  }

  @Test("One id that is wrong keeps the others from being deleted")
  func deleteAllOrNone() async throws {
    #expect(await session.run("delete", "1", "9").status == 1)
    #expect(try await titles() == ["Two", "One"])
  }

  @Test("The trash is not emptied while a recovery could take its files for lost ones")
  func emptyTrashDuringRecovery() async throws {
    _ = await session.run("delete", "1")
    let lock = try #require(try ImportLock(.exclusive, in: session.folder.root))
    let outcome = await session.run("empty-trash", "--yes")
    #expect(outcome.status == 1 && outcome.error.hasPrefix("speechmemo: 'speechmemo recover' is"))
    #expect(try await titles(.trash) == ["One"])
    withExtendedLifetime(lock) {}
  }

  @Test("Emptying the trash deletes memos and audio, and prints the freed space")
  func emptyTrash() async throws {
    #expect(
      await session.run("empty-trash", onTerminal: true)
        == .init(0, error: "The trash is empty.\n"))
    let file = try session.file("audio/11111111-0000-0000-0000-000000000000.wav")
    _ = await session.run("delete", "1")
    #expect(
      await session.run("empty-trash", "--yes")
        == .init(0, error: "1 memo permanently deleted, 352 KB freed\n"))
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try await titles(.trash) == [])
    #expect(try await titles() == ["Two"])
    _ = await session.run("delete", "2")
    #expect(
      await session.run("empty-trash", "--yes")
        == .init(0, error: "1 memo permanently deleted, 0 bytes freed\n"))
  }

  @Test("Audio that cannot be deleted is named, as JSON in an event")
  func audioLeft() async throws {
    let folder = session.folder.audio.path
    for (id, arguments) in [("1", [String]()), ("2", ["--json"])] {
      _ = await session.run("delete", id)
      let outcome = await session.run(["empty-trash", "--yes"] + arguments) {
        $0.soundFiles.delete = { $0.map { _ in .failed(reason: "it is in use") } }
      }
      #expect(outcome.status == 1)
      if arguments.isEmpty {
        let advice = "delete it yourself, or 'speechmemo recover' brings the memo back\n"
        #expect(outcome.error.contains(" cannot be deleted: it is in use; \(advice)"))
      } else {
        #expect(outcome.objects.map { $0["event"] as? String } == ["deleted", "failed"])
        #expect(outcome.objects.last?["reason"] as? String == "it is in use")
        #expect((outcome.objects.last?["file"] as? String)?.hasPrefix(folder) == true)
      }
    }
  }

  @Test("The message about audio that is marked as deleted names the command that tries again")
  func audioMarked() async throws {
    _ = await session.run("delete", "1")
    let memo = try #require(
      try await session.database.recordings(matching: RecordingQuery(place: .trash)).first)
    try session.file("audio/\(memo.audio.fileName)")
    try MemoFiles(session.folder).write(memo)
    let outcome = await session.run("empty-trash", "--yes") {
      $0.soundFiles.delete = { $0.map { _ in .failed(reason: "it is in use") } }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("it is in use; 'speechmemo recover' tries again\n"))
  }

  @Test(
    "Emptying the trash asks first, and only yes confirms",
    arguments: ["", "n", "whatever"])
  func refusedEmptyTrash(answer: String) async throws {
    _ = await session.run("delete", "1", "2")
    let question = "Permanently delete 2 memos, 704 KB? This cannot be undone. [y/N] "
    let outcome = await session.run("empty-trash", onTerminal: true, answer: answer)
    #expect(outcome == .init(1, error: "\(question)speechmemo: nothing was deleted\n"))
    #expect(try await titles(.trash).count == 2)
  }

  @Test("Without a terminal, only --yes empties the trash", arguments: [[], ["--json"]])
  func unconfirmedEmptyTrash(arguments: [String]) async throws {
    #expect(await session.run(["empty-trash"] + arguments).status == 0)
    _ = await session.run("delete", "1")
    let outcome = await session.run(["empty-trash"] + arguments)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.error == """
        speechmemo: nothing was deleted: add --yes to permanently delete 1 memo without being asked

        """)
    #expect(try await titles(.trash) == ["One"])
    #expect(await session.run(["empty-trash", "--yes"] + arguments).status == 0)
    #expect(try await titles(.trash) == [])
  }

  @Test("Yes empties the trash, and --yes does so without a question", arguments: ["y", "Yes"])
  func confirmedEmptyTrash(answer: String) async throws {
    _ = await session.run("delete", "1")
    let outcome = await session.run("empty-trash", onTerminal: true, answer: answer)
    #expect(outcome.status == 0 && outcome.error.hasPrefix("Permanently delete 1 memo, 352 KB?"))
    _ = await session.run("delete", "2")
    #expect(
      await session.run("empty-trash", "--yes", onTerminal: true)
        == .init(0, error: "1 memo permanently deleted, 0 bytes freed\n"))
    #expect(try await titles(.trash) == [])
  }
}
