import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LanguageModelClient
import ServerRouter
import SharedModels
import TestSite
import Testing

struct SummaryMiddlewareTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/summary"

  private static let answer = #"""
    {"language":"en","sentence":{"text":"About a budget.","quote":"agreed on the budget"},
     "title":{"text":"Budget","quote":"the budget"},
     "keyPoints":[{"text":"It goes out.","quote":"Please send it tomorrow"},
                  {"text":"It is large.","quote":"the largest budget ever"}],
     "decisions":[],"actionItems":[]}
    """#

  private func makeSite() async throws -> TestSite {
    try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  private func send(
    _ method: HTTPMethod, to site: TestSite, headers: HTTPHeaders = [:],
    model: LanguageModelClient = .scripted([answer])
  ) async throws -> TestReply {
    try await withDependencies {
      $0.languageModel = model
    } operation: {
      try await site.send(method, target, headers: headers)
    }
  }

  private func edit(_ site: TestSite) async throws {
    let edit = try #require(
      Transcription.mock.edit(text: Transcription.mock.text + " Indeed.", at: TestSite.now))
    try await site.database.editTranscription(id: Transcription.mock.id, with: edit)
  }

  @Test("A summary is made and stored, returned with its quotes, and stale after an edit")
  func made() async throws {
    let site = try await makeSite()
    let none = try await send(.get, to: site)
    #expect(none.status == .notFound && none.text.contains("No summary"))

    let made = try await send(.post, to: site)
    #expect(made.status == .noContent && made.text.isEmpty)
    let value: SummaryValue = try await send(.get, to: site, model: .off).json()
    #expect(!value.isStale)
    #expect(value.summary.sentence?.quote.text == "agreed on the budget.")
    #expect(value.summary.keyPoints.map(\.text) == ["It goes out."])
    #expect(value.summary.droppedCount == 1)
    #expect(value.summary.provenance.model == "scripted")
    #expect(value.summary.provenance.createdAt == TestSite.now)
    #expect(value.summary.provenance.transcriptID == Transcription.mock.id)
    #expect(try await site.database.summaries.summary(of: Recording.mock.id) == value.summary)

    try await edit(site)
    let stale: SummaryValue = try await send(.get, to: site, model: .off).json()
    #expect(stale.isStale && stale.summary == value.summary)
  }

  @Test("Markdown and JSON have the summary until the transcript changes")
  func export() async throws {
    let site = try await makeSite()
    _ = try await send(.post, to: site)
    let transcript = target.replacing("/summary", with: "/transcript")
    func hasSummary(_ format: String) async throws -> Bool {
      try await site.send(.get, "\(transcript)?format=\(format)").text.contains("About a budget.")
    }
    #expect(try await hasSummary("md"))
    #expect(try await hasSummary("json"))
    #expect(try await !hasSummary("txt"))
    try await edit(site)
    #expect(try await !hasSummary("md"))
  }

  @Test("Failures keep the stored summary and don't tell clients where the model runs")
  func failures() async throws {
    let site = try await makeSite()
    _ = try await send(.post, to: site)
    let stored = try await send(.get, to: site).text
    #expect(stored.contains("About a budget."))
    let off = try await send(.post, to: site, model: .off)
    #expect(off.status == .conflict && off.text.contains("settings assistant"))
    let malformed = try await send(.post, to: site, model: .scripted(["no JSON"]))
    #expect(malformed.status == .serviceUnavailable)
    let invented = Self.answer.replacing(/"quote":"[^"]*"/, with: #""quote":"a whale sang""#)
    let unsupported = try await send(.post, to: site, model: .scripted([invented]))
    #expect(unsupported.status == .serviceUnavailable)
    var broken = LanguageModelClient.off
    broken.model = {
      throw LanguageModelClient.Failure(.server, message: "http://10.0.0.7:11434 refused")
    }
    let failed = try await send(.post, to: site, model: broken)
    #expect(failed.status == .serviceUnavailable && !failed.text.contains("10.0.0.7"))
    #expect(site.visits.value.last?.failure?.contains("10.0.0.7") == true)
    #expect(try await send(.get, to: site).text == stored)
  }

  @Test("A memo without words, without a transcript, or in the trash is not summarized")
  func refusals() async throws {
    let empty = try await TestSite([
      TranscribedMemo(recording: .mock, transcription: Transcription(segments: []))
    ])
    let noWords = try await send(.post, to: empty)
    #expect(noWords.status == .unprocessableContent && noWords.text.contains("no words"))

    let new = try await TestSite()
    try await new.database.insert(recording: .preview(transcription: .none), job: nil)
    let noTranscript = try await send(.post, to: new)
    #expect(noTranscript.status == .notFound && noTranscript.text.contains("No transcript"))

    let site = try await makeSite()
    try await site.database.trash(ids: [Recording.mock.id], at: TestSite.now)
    #expect(try await send(.post, to: site).status == .conflict)
    #expect(try await site.database.summaries.summary(of: Recording.mock.id) == nil)
  }

  @Test("A summary is made only if there is none yet, or if it is unchanged, on request")
  func preconditions() async throws {
    let site = try await makeSite()
    let first = try await send(.post, to: site, headers: ["If-None-Match": "*"])
    #expect(first.status == .noContent)
    #expect(
      try await send(.post, to: site, headers: ["If-None-Match": "*"]).status
        == .preconditionFailed)
    let tag = try #require(try await send(.get, to: site).headers["ETag"])
    #expect(try await send(.post, to: site, headers: ["If-Match": tag]).status == .noContent)
    #expect(
      try await send(.post, to: site, headers: ["If-Match": #""other""#]).status
        == .preconditionFailed)
  }

  @Test("A token needs one scope to make a summary, and another to read it")
  func scope() async throws {
    let maker = try await TestSite(
      [TranscribedMemo(recording: .mock, transcription: .mock)], scopes: [.transcribe])
    #expect(try await send(.post, to: maker).status == .noContent)
    #expect(try await send(.get, to: maker).status == .forbidden)
    let site = try await TestSite(
      [TranscribedMemo(recording: .mock, transcription: .mock)], scopes: [.read, .write])
    #expect(try await send(.post, to: site).status == .forbidden)
    #expect(try await send(.get, to: site).status == .notFound)
  }
}
