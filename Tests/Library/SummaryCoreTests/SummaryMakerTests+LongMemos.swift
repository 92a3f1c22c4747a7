import LanguageModelClient
import SharedModels
import TestLanguageModel
import TestWebServer
import Testing

@testable import SummaryCore

extension SummaryMakerTests {
  private var long: Transcription {
    transcription(
      (0..<60).map { "Ann: Line \($0) is about the boat and the rope number \($0) of them." }
        .joined(separator: "\n"))
  }

  private func part(_ numbers: Int...) -> WebServer.Answer {
    var answer = good
    answer.keyPoints = numbers.map {
      WrittenSummary.entry("Point \($0).", "Line \($0) is about the boat")
    }
    answer.decisions = []
    answer.actionItems = []
    return .chat(answer.json)
  }

  private static let choice = """
    {"language":"en","sentence":{"text":"All about ropes.","point":2},\
    "title":{"text":"Ropes","point":9},"keyPoints":[3,1,77]}
    """

  @Test("A long memo is summarized in parts, and its points are condensed")
  func parts() async throws {
    let (summary, server) = try await summary(
      part(0), part(40), part(59), .chat(Self.choice), of: long, contextLength: 1200)
    #expect(server.prompts.count == 4)
    #expect(server.prompts[0].contains("Line 0 ") && !server.prompts[0].contains("Line 59 "))
    #expect(
      server.prompts.last == "<points>\n1. Point 0.\n2. Point 40.\n3. Point 59.\n</points>")
    #expect(summary.keyPoints.map(\.text) == ["Point 0.", "Point 59."])
    #expect(summary.sentence?.text == "All about ropes.")
    #expect(summary.sentence?.quote.text == "Line 40 is about the boat")
    #expect(summary.title == nil)
  }

  @Test("The smallest and largest numbers of a server are possible")
  func numbers() async throws {
    let choice = """
      {"language":"en","sentence":{"text":"Ropes.","point":\(Int.min)},\
      "keyPoints":[\(Int.min),2,\(Int.max)]}
      """
    let (condensed, _) = try await summary(
      part(0), part(40), part(59), .chat(choice), of: long, contextLength: 1200)
    #expect(condensed.keyPoints.map(\.text) == ["Point 40."])
    #expect(condensed.sentence == nil)
    let (whole, server) = try await summary(.chat(good.json), of: long, contextLength: .max)
    #expect(server.prompts.count == 1)
    #expect(whole.provenance.model == "test-model")
  }

  @Test("A part that does not fit is split again, and nothing is summarized twice")
  func tooLong() async throws {
    let refusal = WebServer.Answer.status(
      400, text: #"{"error":{"message":"the context is too small"}}"#)
    let server = try WebServer(
      answering: [.model(contextLength: 3000), refusal, .chat(good.json), .chat(good.json)])
    let summary = try await summarize(long, with: server.languageModel())
    #expect(summary.keyPoints.isEmpty)
    let sent = server.prompts.dropFirst().filter { $0.hasPrefix("<transcript>") }
    let lines = sent.joined(separator: "\n").matches(of: /Line (\d+) is/)
      .map { Int($0.1) ?? -1 }
    #expect(lines == Array(0..<60))
    #expect(sent.count == 2)
  }

  @Test("A context that is too small for a summary is reported")
  func tooSmall() async throws {
    let server = try WebServer(answering: .model(contextLength: 600))
    await #expect(throws: SummaryFailure.contextTooSmall(model: "test-model")) {
      try await summarize(meeting, with: server.languageModel())
    }
  }
}
