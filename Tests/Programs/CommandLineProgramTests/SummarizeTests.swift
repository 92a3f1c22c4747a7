import DatabaseClient
import Foundation
import LanguageModelClient
import SharedModels
import Testing

struct SummarizeTests {
  private static let answer = #"""
    {"language":"en","sentence":{"text":"About the tide.","quote":"the tide turns"},
     "title":{"text":"Tides","quote":"the tide turns"},
     "keyPoints":[{"text":"It turns.","quote":"the tide turns at noon"},
                  {"text":"It is cold.","quote":"the water is cold"}],
     "decisions":[],
     "actionItems":[{"text":"Bring a rope.","quote":"bring a rope","who":"Marta","when":"noon"}]}
    """#

  private let session: CommandSession

  init() throws {
    session = try CommandSession([
      .numbered(1, title: "Boat", "Well, the tide turns at noon. Bring a rope, Marta.")
    ])
  }

  private func run(
    _ arguments: String..., client: LanguageModelClient = .scripted([answer])
  ) async -> CommandSession.Outcome {
    await session.run(["summarize"] + arguments) { $0.languageModel = client }
  }

  @Test("A summary is printed with the quote and time of each point, and counts dropped points")
  func text() async {
    let outcome = await run("Boat")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.replacing(/[ ]+\d+:\d\d[ ]+/, with: " TIME ") == """
        About the tide.
         TIME “the tide turns”

        Key points
        - It turns.
         TIME “the tide turns at noon.”

        Action items
        - Bring a rope. (Marta, noon)
         TIME “Bring a rope,”

        """)
    #expect(
      outcome.error == "1 point was dropped: no quote in the transcript supports it.\n")
  }

  @Test("The JSON has each point with its quote and times")
  func json() async throws {
    let outcome = await run("Boat", "--json")
    #expect(outcome.status == 0 && outcome.error == "")
    let object = try #require(outcome.objects.first)
    #expect(
      Set(object.keys) == [
        "actionItems", "createdAt", "decisions", "dropped", "id", "isStale", "keyPoints", "model",
        "promptVersion", "sentence", "title", "transcript",
      ])
    #expect(object["isStale"] as? Bool == false)
    #expect(object["createdAt"] as? String == CommandSession.now.iso8601)
    #expect(object["dropped"] as? Int == 1)
    #expect(object["model"] as? String == "scripted")
    let points = object["keyPoints"] as? [[String: Any]]
    #expect(points?.count == 1)
    #expect(points?.first.map { Set($0.keys) } == ["text", "quote", "start", "end", "words"])
    let items = object["actionItems"] as? [[String: Any]]
    #expect(items?.first?["who"] as? String == "Marta")
    #expect(items?.first?["quote"] as? String == "Bring a rope,")
  }

  @Test("A stored summary is printed without a model until the transcript changes")
  func stored() async throws {
    let made = await run("Boat")
    let again = await run("Boat", client: .off)
    #expect(again.status == 0 && again.output == made.output)
    #expect(
      again.error
        == made.error + "Made on 2026-09-21 15:13 by scripted. --again makes a new one.\n")

    let recordings = try await session.database.recordings(matching: RecordingQuery())
    let memo = try #require(recordings.first)
    let transcription = try #require(try await session.database.transcription(of: memo.id))
    let edit = try #require(
      transcription.edit(text: "The tide turns at one.", at: CommandSession.now))
    try await session.database.editTranscription(id: transcription.id, with: edit)
    let stale = await run("Boat", client: .off)
    #expect(stale.status == 0 && stale.output == made.output)
    #expect(stale.error.hasSuffix("The transcript has changed since this summary was made.\n"))
    #expect(await run("Boat", "--json", client: .off).objects.first?["isStale"] as? Bool == true)

    let fresh = await run("Boat")
    #expect(fresh.output.contains("“The tide turns”") && !fresh.output.contains("Bring a rope"))
    #expect(await run("Boat", client: .off).output == fresh.output)
  }

  @Test("--again makes a new summary and replaces the stored one")
  func again() async throws {
    _ = await run("Boat")
    let other =
      #"{"sentence":{"text":"Rope.","quote":"Bring a rope"},"keyPoints":[],"decisions":[],"actionItems":[]}"#
    let outcome = await run("Boat", "--again", client: .scripted([other]))
    #expect(outcome.output.hasPrefix("Rope.\n"))
    #expect(await run("Boat", client: .off).output == outcome.output)
    #expect(await run("Boat", "--again", client: .off).status == 1)
    let failed = await run("Boat", "--again", client: .scripted(["no JSON"]))
    #expect(failed.status == 1)
    let invented =
      #"{"sentence":{"text":"Whales.","quote":"a whale sang"},"keyPoints":[],"decisions":[],"actionItems":[]}"#
    let unsupported = await run("Boat", "--again", client: .scripted([invented]))
    #expect(unsupported.status == 1 && unsupported.output == "")
    #expect(
      unsupported.error.contains(
        "no quote in the transcript supports what the model 'scripted' wrote (1 dropped)"))
    #expect(
      await run("Boat", client: .off).output == outcome.output, "a failure keeps the stored one")
  }

  @Test("A summary that can't be stored is printed, and the failure is reported")
  func unstorable() async {
    let outcome = await session.run(["summarize", "Boat"]) {
      $0.languageModel = .scripted([Self.answer])
      $0.database.summaries.save = { _, _ in throw DatabaseError.diskFull(path: "/library") }
    }
    #expect(outcome.status == 1 && outcome.output.hasPrefix("About the tide.\n"))
    #expect(outcome.error.contains("speechmemo: "))
  }

  @Test("Without a server, one line says what to type")
  func off() async {
    #expect(
      await run("Boat", client: .off)
        == .init(
          1,
          error: """
            speechmemo: no language model is set; run 'speechmemo settings assistant URL', such as \
            http://localhost:11434/v1 for Ollama

            """))
  }

  @Test("A server on another machine is named before anything is sent to it")
  func remote() async {
    var client = LanguageModelClient.scripted([Self.answer])
    client.server = { LanguageModelServer(name: "host", isOnThisMachine: false) }
    let outcome = await run("Boat", client: client)
    #expect(outcome.error.hasPrefix("The transcript is sent to host.\n"))
  }

  @Test("A memo without a transcript, and a model that fails, are one line each")
  func failures() async throws {
    let malformed = await run("Boat", client: .scripted(["no JSON"]))
    #expect(malformed.status == 1 && malformed.output == "")
    #expect(malformed.error.hasPrefix("speechmemo: the model 'scripted' twice gave a response"))
    #expect(malformed.error.split(separator: "\n").count == 1)
    let recording = Recording.preview(id: Recording.ID(UUID(5)), title: "New")
    try await session.database.insert(recording, nil)
    let missing = await run("New")
    #expect(missing.status == 1)
    #expect(
      missing.error.contains("has no transcript yet; 'speechmemo retry 00000000' creates one"))
    #expect(await run("nothing").status == 1)
  }

  @Test("The summary is made on the machine that has the library")
  func otherMachine() async {
    #expect(await run("Boat", "--server", "https://host").status == 2)
  }
}
