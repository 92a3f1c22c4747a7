import CommandLineProgram
import DatabaseClient
import Foundation
import Testing

struct CommandTableTests {
  @Test("A shell is offered IDs and titles, tags, devices and languages")
  func complete() async throws {
    let session = try CommandSession([.numbered(1, title: "Talk"), .numbered(2, title: "A\tPier")])
    try session.file("library.sqlite")
    #expect(
      await session.run("complete", "memos")
        == .init(0, output: "00000000\tA\\tPier\n00000000\tTalk\nTalk\t00000000\n"))
    let memos = try await session.database.recordings(matching: RecordingQuery())
    try await session.database.trash(ids: [memos[0].id], at: CommandSession.now)
    #expect(
      await session.run("complete", "undo")
        == .init(0, output: "00000000\tA\\tPier\n00000000\tTalk\nTalk\t00000000\n"),
      "trashed memos are first")
    #expect(await session.run("complete", "inputs").output.hasPrefix("microphone\tBuilt-in"))
    #expect(await session.run("complete", "outputs").output.hasPrefix("speaker\tBuilt-in"))
    #expect(await session.run("complete", "languages").output.hasPrefix("auto\t\naf\t\n"))
    for shell in ["bash", "zsh", "fish"] {
      let script = await session.run("completions", shell).output
      for kind in ["memos", "tags", "undo", "inputs", "outputs", "languages"] {
        #expect(script.contains("speechmemo complete \(kind) 2>/dev/null"))
      }
      #expect(script.contains("speechmemo complete settings -- "))
    }
  }

  @Test("Titles are offered if they name one memo and are no option")
  func titles() async throws {
    let session = try CommandSession(
      [
        "Straße", "STRASSE", "A talk", "a Talk", "Übung eins", "-x", "last", "aaaa", "", "B",
      ].enumerated().map {
        .numbered($0 + 1, id: "AAAAAAAA-0000-0000-0000-00000000000\($0)", title: $1)
      })
    try session.file("library.sqlite")
    for id in ["last~0", "last~2"] { _ = await session.run("tag", id, "--add", "To do") }
    _ = await session.run("tag", "last", "--add=-x", "--add", "work")
    let memos = await session.run("complete", "memos").output.split(separator: "\n")
    #expect(memos.dropFirst(10) == ["B\taaaaaaaa", "Übung eins\taaaaaaaa"])
    #expect(await session.run("complete", "tags").output == "To do\t2 memos\nwork\t1 memo\n")
  }

  @Test("Without a library, completion offers nothing and creates nothing")
  func completeNothing() async throws {
    let session = try CommandSession()
    for kind in ["memos", "tags", "undo"] {
      let outcome = await session.run("complete", kind) { $0.database = DatabaseClient() }
      #expect(outcome == .init(0))
    }
    let failing = await session.run("complete", "inputs") {
      $0.audioRecorder.devices = { throw DatabaseError.busy(path: "sound") }
    }
    #expect(failing == .init(0))
  }

  @Test("The table of commands has no mistake that its parser, help or completions would show")
  func problems() {
    #expect(CommandTable.speechmemo(version: "1").problems() == [])
  }
}
