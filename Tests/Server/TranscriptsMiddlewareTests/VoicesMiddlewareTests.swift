import DatabaseClient
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct VoicesMiddlewareTests {
  private let site: TestSite
  private let transcript = Transcription.mock.id.rawValue.uuidString.lowercased()

  init() async throws {
    site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    let words = Transcription.mock.words.indices.map { Speaker.ID($0 % 2) }
    try await site.database.editSpeakers(
      id: Transcription.mock.id,
      with: .replace(
        [
          Speaker(
            id: 0, voice: Voice(model: "m", embedding: [0.123456, 0.5], sameLikeness: 0.65)),
          Speaker(id: 1),
        ], words: words))
  }

  private func remember(_ json: String) async throws -> TestReply {
    try await site.send(.post, "/api/voices", json: json)
  }

  @Test("A voice is remembered, listed without its embedding, and forgotten")
  func life() async throws {
    let reply = try await remember(
      #"{"name":" Anna ","speaker":0,"transcript":"\#(transcript)"}"#)
    #expect(reply.status == .noContent, "\(reply.text)")
    let list = try await site.send(.get, "/api/voices")
    #expect(
      try list.json(VoiceList.self).voices.map(\.name) == ["Anna"])
    #expect(try list.json(VoiceList.self).voices.map(\.createdAt) == [TestSite.now])
    #expect(!list.text.contains("0.123456") && !list.text.contains("embedding"))
    let forgotten = try await site.send(.delete, "/api/voices?name=ANNA")
    #expect(try forgotten.json(ForgottenVoices.self) == ForgottenVoices(erased: true))
    #expect(try await site.database.voices.all() == [])
    #expect(
      try await site.database.transcription(of: Recording.mock.id)?.speakers.first?.voice == nil)
    #expect(try await site.send(.delete, "/api/voices?name=ANNA").status == .notFound)
    #expect(!site.visits.value.contains { $0.path.contains("ANNA") }, "no name is in the log")
  }

  @Test("All voices are forgotten only on an explicit request")
  func everybody() async throws {
    for query in ["", "?name=Anna&everybody=true", "?everybody=false"] {
      #expect(try await site.send(.delete, "/api/voices\(query)").status == .badRequest, "\(query)")
    }
    let reply = try await site.send(.delete, "/api/voices?everybody=true")
    #expect(try reply.json(ForgottenVoices.self) == ForgottenVoices(erased: true))
    #expect(try await site.send(.delete, "/api/voices?everybody=true").status == .notFound)
  }

  @Test(
    "Voices that cannot be remembered are refused with a fix",
    arguments: [
      (#""name":"Anna","speaker":1"#, 409, "settings speakers remember"),
      (#""name":"Anna","speaker":7"#, 404, "no transcript with that speaker"),
      (#""name":"Anna","speaker":9223372036854775807"#, 404, "no transcript with that speaker"),
      (#""name":"  ","speaker":0"#, 422, "must not be empty"),
      (#""speaker":0"#, 400, "name"),
    ])
  func problems(fields: String, status: Int, reason: String) async throws {
    let reply = try await remember(#"{\#(fields),"transcript":"\#(transcript)"}"#)
    #expect(reply.status.rawValue == status)
    #expect(try reply.json(ServerProblem.self).detail.contains(reason), "\(reply.text)")
    #expect(try await site.database.voices.all() == [])
  }

  @Test("Voices are stored only if the library's settings allow it")
  func settings() async throws {
    let edit = """
      {"transcript":"\(transcript)","op":"replace","words":[\(Transcription.mock.words.map { _ in "0" }.joined(separator: ","))],
      "speakers":[{"id":0,"voice":{"model":"m","embedding":[1,0],"sameLikeness":0.65}}]}
      """
    let address = "/api/memos/\(Recording.mock.id.rawValue.uuidString)/transcript/speakers"
    func voice() async throws -> Voice? {
      try await site.database.transcription(of: Recording.mock.id)?.speakers.first?.voice
    }
    #expect(try await site.send(.post, address, json: edit).status == .noContent)
    #expect(try await voice() == nil)
    let change = try await site.send(
      .patch, "/api/settings", json: #"{"speakers":"remember"}"#)
    #expect(change.status == .ok, "\(change.text)")
    #expect(try await site.send(.post, address, json: edit).status == .noContent)
    #expect(try await voice() == Voice(model: "m", embedding: [1, 0], sameLikeness: 0.65))
  }
}
