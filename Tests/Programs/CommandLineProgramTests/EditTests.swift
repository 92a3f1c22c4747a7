import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import Testing
import TextEditorClient

struct EditTests {
  private let session: CommandSession
  private let memo = TranscribedMemo.numbered(
    1, id: "11111111-0000-0000-0000-000000000000", title: "One", "Hello there. All is well.")

  init() throws {
    session = try CommandSession([memo])
  }

  private func transcription() async throws -> Transcription {
    try #require(try await session.database.transcription(of: memo.recording.id))
  }

  /// Runs 'edit' on a terminal with a simulated editor, and returns the discarded files.
  private func edit(
    _ work: @escaping @Sendable (String) -> String
  ) async -> (outcome: CommandSession.Outcome, discarded: [URL]) {
    let discarded = LockIsolated<[URL]>([])
    let outcome = await session.run("edit", "One", onTerminal: true) {
      $0.textEditor = .simulated(work)
      $0.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
    }
    return (outcome, discarded.value)
  }

  @Test("A text that is changed in the editor is kept, and words that are left keep their times")
  func edited() async throws {
    let before = try await transcription()
    let (outcome, discarded) = await edit {
      $0.replacingOccurrences(of: "there", with: "everybody")
    }
    #expect(outcome == .init(0, error: "11111111 One: edited, now 5 words\n"))
    #expect(discarded.count == 1)
    let after = try await transcription()
    #expect(after.text == "Hello everybody. All is well.")
    #expect(after.words.map(\.start) == before.words.map(\.start))
    #expect(after.editedAt == CommandSession.now)
  }

  @Test("A paragraph break in a segment is shown as a space, not as an escape")
  func paragraphs() async throws {
    #expect(await session.run("edit", "One", "--text", "First.\n\nSecond.").status == 0)
    #expect(await session.run("show", "One").output.hasSuffix("  First. Second.\n"))
  }

  @Test("An unchanged text is reported as unchanged")
  func unchanged() async throws {
    let before = try await transcription()
    let (outcome, discarded) = await edit { $0 }
    #expect(outcome == .init(0, error: "11111111 One: nothing was changed\n"))
    #expect(discarded.count == 1)
    #expect(try await transcription() == before)
  }

  @Test("An editor that fails changes nothing")
  func editorFails() async throws {
    let before = try await transcription()
    let failure = TextEditorFailure.unsuccessful(
      command: "vi", reason: "exited with status 1",
      kept: EditedText(file: URL(fileURLWithPath: "/tmp/memo.txt"), text: "Half"))
    let outcome = await session.run("edit", "last", onTerminal: true) {
      $0.textEditor.command = { "vi" }
      $0.textEditor.open = { _ in throw failure }
    }
    #expect(outcome == .init(1, error: "speechmemo: \(failure)\n"))
    #expect(try await transcription() == before)
  }

  @Test("A text changed in the meantime is left alone, and the edited one is kept")
  func conflict() async throws {
    let other = try #require(
      try await transcription().edit(text: "Good morning.", at: Date(timeIntervalSince1970: 1)))
    let id = try await transcription().id
    let discarded = LockIsolated<[URL]>([])
    let outcome = await session.run("edit", "One", onTerminal: true) { values in
      let database = values.database
      values.textEditor = .simulated { $0 + "And more." }
      values.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
      let open = values.textEditor.open
      values.textEditor.open = { text in
        try await database.editTranscription(id: id, with: other)
        return try await open(text)
      }
    }
    #expect(outcome.status == 1)
    #expect(
      outcome.error.hasPrefix(
        "speechmemo: the text of 'One' (edited, 1970-01-01T00:00:01Z) has changed in the meantime"))
    #expect(outcome.error.hasSuffix("; your text is kept in /tmp/memo.txt\n"))
    #expect(discarded.value == [])
    #expect(try await transcription().text == "Good morning.")
  }

  @Test("A transcript replaced in the meantime is reported and not changed")
  func transcribedAgain() async throws {
    let anew = Transcription(id: Transcription.ID(UUID(9)), segments: [])
    let calls = LockIsolated(0)
    let outcome = await session.run("edit", "One", onTerminal: true) { values in
      let transcription = values.database.transcription
      values.textEditor = .simulated { $0 + "And more." }
      values.database.transcription = { id in
        calls.withValue { $0 += 1 }
        return calls.value == 1 ? try await transcription(id) : anew
      }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("has changed in the meantime"))
    #expect(try await transcription().editedAt == nil)
  }

  @Test("A script gives the text as an option, or through a pipe")
  func scripts() async throws {
    #expect(await session.run("edit", "One", "--text", "Hello you.").status == 0)
    #expect(try await transcription().text == "Hello you.")
    #expect(await session.run("edit", "One", "--text", "-", input: "Hello\nall.\n").status == 0)
    #expect(try await transcription().text == "Hello all.")
    let outcome = await session.run("--json", "edit", "One", "--text", "-", input: "Hello.")
    #expect(outcome.objects.first?["event"] as? String == "edited")
    #expect(outcome.objects.first?["words"] as? Int == 1)
    #expect(await session.run("edit", "One", "--text", "-", onTerminal: true).status == 1)
  }

  @Test("Without --text, the editor opens even in a pipe, whose text stays there")
  func loop() async throws {
    let outcome = await session.run("edit", "One", input: "Two\nThree\n") {
      $0.textEditor = .simulated { $0.replacingOccurrences(of: "there", with: "everybody") }
      $0.terminal.input = { _ in Array("swallowed".utf8) }
      $0.terminal.pipedInput = { _ in Array("swallowed".utf8) }
    }
    #expect(outcome == .init(0, error: "11111111 One: edited, now 5 words\n"))
    #expect(try await transcription().text == "Hello everybody. All is well.")
  }

  @Test("Without a terminal for the editor, the error names the option that reads a pipe")
  func noTerminal() async throws {
    let before = try await transcription()
    let outcome = await session.run("edit", "One", input: "Two\n") {
      $0.textEditor.command = { "vi" }
      $0.textEditor.open = { _ in throw TextEditorFailure.noTerminal }
    }
    #expect(
      outcome
        == .init(
          1,
          error: """
            speechmemo: the editor needs a terminal; --text - reads the new text from standard input

            """))
    #expect(try await transcription() == before)
  }

  @Test("An empty text is refused from any source", arguments: ["", " \n\n"])
  func empty(text: String) async throws {
    let before = try await transcription()
    let piped = await session.run("edit", "One", "--text", "-", input: text)
    #expect(piped == .init(1, error: "speechmemo: the new text is empty; nothing was changed\n"))
    #expect(await session.run("edit", "One", "--text", text).status == 1)
    #expect(await edit { _ in text }.outcome.status == 1)
    #expect(try await transcription() == before)
  }

  @Test(
    "A memo without a transcript cannot be edited, and the error names the command to create one")
  func noTranscript() async throws {
    let outcome = await session.run("edit", "One", onTerminal: true) {
      $0.database.transcription = { _ in nil }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("'speechmemo retry 11111111' creates one"))
  }
}
