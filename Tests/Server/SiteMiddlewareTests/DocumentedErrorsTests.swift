import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import OpenAPI
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import Testing
import URLRouting
import WebhookClient

struct DocumentedErrorsTests {
  private let document: [String: Any]

  init() throws {
    document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
  }

  private func schema(_ name: String) throws -> [String: Any] {
    let components = try #require(document["components"] as? [String: [String: Any]])
    return try #require(components["schemas"]?[name] as? [String: Any])
  }

  private func values(of property: String, in schema: [String: Any]) -> Set<String> {
    let properties = schema["properties"] as? [String: [String: Any]]
    let found = properties?[property]
    let known = (found?["anyOf"] as? [[String: Any]])?.first ?? found
    return Set(known?["enum"] as? [String] ?? [])
  }

  private func operation(
    _ method: HTTPMethod, _ target: String
  ) throws -> [String: Any] {
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let parts = target.prefix { $0 != "?" }.split(separator: "/")
    let path = paths.keys.filter { path in
      let other = path.split(separator: "/")
      return other.count == parts.count
        && zip(other, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
    return try #require(
      paths[path ?? ""]?[method.rawValue.lowercased()] as? [String: Any], "\(target)")
  }

  @Test("Each error of each route is documented", arguments: EveryRoute.all)
  func statuses(route: ServerRoute) async throws {
    let data = try ServerRouter().request(for: EveryRoute.sample(route))
    let responses = try operation(data.method, data.target)["responses"] as? [String: Any]
    let documented = Set((responses ?? [:]).keys)
    let body = data.body.isEmpty ? nil : String(decoding: data.body, as: UTF8.self)
    let addition = data.target.contains("?") ? "&" : "?"
    let requests: [(target: String, headers: HTTPHeaders, json: String?)] = [
      (data.target, [:], body), (data.target, [:], body == nil ? nil : "{"),
      (data.target + addition + "nonsense=1", [:], body),
      (data.target, ["Authorization": "Bearer speechmemo_wrong"], body),
      (data.target, ["Host": "evil.example"], body),
      (data.target, ["If-Match": #""other""#], body),
      (data.target, ["Origin": "https://other.example"], body),
    ]
    for scopes in [Set(AccessScope.allCases), [.keep]] {
      for request in requests {
        let site = try await TestSite(scopes: scopes)
        let reply = try await withDependencies {
          $0.audioFile = .simulated()
          $0.speechClient = .lorem()
          $0.webhooks = .previewValue
        } operation: {
          try await site.send(
            data.method, request.target, headers: request.headers, json: request.json)
        }
        #expect(
          documented.contains("\(reply.status.rawValue)"),
          "\(data.method.rawValue) \(request): \(reply.status.rawValue) \(reply.text)")
      }
    }
  }

  @Test("An error has a stable type and code")
  func code() async throws {
    let site = try await TestSite()
    let reply = try await site.send(.get, "/api/memos/\(Recording.mock.id.text)")
    let problem = try #require(
      try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
    #expect(problem["code"] as? String == "not-found")
    #expect(problem["type"] as? String == "urn:speechmemo:problem:not-found")
    #expect(problem["title"] as? String == "Not found")
  }

  @Test("HEAD and the limit of bodies are as described")
  func headAndLimit() async throws {
    let info = document["info"] as? [String: Any]
    let description = info?["description"] as? String ?? ""
    #expect(description.contains("HEAD") && description.contains("1 MiB"))
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    let target = "/api/memos/\(Recording.mock.id.text)"
    let (get, head) = (try await site.send(.get, target), try await site.send(.head, target))
    #expect(head.status == .ok && head.headers["ETag"] == get.headers["ETag"])
    for count in [1 << 20, (1 << 20) + 1] {
      let title = String(repeating: "a", count: count - #"{"title":""}"#.utf8.count)
      let reply = try await site.send(.patch, target, json: #"{"title":"\#(title)"}"#)
      #expect((reply.status == .contentTooLarge) == (count > 1 << 20), "\(count)")
    }
  }

  @Test("All codes, states, and kinds are documented")
  func enumerations() throws {
    #expect(
      values(of: "code", in: try schema("Problem")) == Set(ProblemCode.allCases.map(\.rawValue)))
    let memo = try schema("Memo")["properties"] as? [String: [String: Any]] ?? [:]
    let states: [TranscriptionState] = [
      .cancelled, .done, .failed(reason: ""), .none, .queued, .running(progress: 0),
    ]
    #expect(values(of: "status", in: memo["transcription"] ?? [:]) == Set(states.map(\.status)))
    let kinds: [Provenance.Kind] = [.imported, .recorded, .unknown]
    #expect(values(of: "kind", in: memo["provenance"] ?? [:]) == Set(kinds.map(\.rawValue)))
  }

  @Test("Codes are unique, and titles are sentences in plain words")
  func codes() {
    #expect(Set(ProblemCode.allCases.map(\.title)).count == ProblemCode.allCases.count)
    #expect(ProblemCode.noSpaceLeft.title == "No space left")
    #expect(ProblemCode.webSocketRequired.title == "WebSocket required")
    for code in ProblemCode.allCases {
      #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(code.title.wholeMatch(of: /[A-Z][A-Za-z -]+/) != nil)
    }
  }

  @Test("Each operation has examples of its request and its response, which the models read")
  func examples() throws {
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    for (path, item) in paths {
      for case (let method, let operation as [String: Any]) in item where method != "parameters" {
        let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
        let bodies =
          [operation["requestBody"] as? [String: Any] ?? [:]]
          + responses.filter { $0.key.hasPrefix("2") }.values
        for body in bodies {
          let content = body["content"] as? [String: [String: Any]] ?? [:]
          for (type, media) in content where type.hasSuffix("json") || type.contains("form") {
            #expect(try hasExample(media), "\(method) \(path) \(type)")
          }
        }
      }
    }
    let memo: Recording = try example("Memo")
    #expect(memo.transcription == .done && memo.provenance.kind == .recorded)
    let transcription: Transcription = try example("Transcription")
    #expect(transcription.segments.first?.words.count == 2)
    let change: MemoChange = try example("MemoChange")
    #expect(change.isFavorite == true)
    let jobs: JobList = try example("JobList")
    #expect(jobs.jobs.map(\.memo) == [memo.id.text] && jobs.memos == [memo])
    let problem: ServerProblem = try example("Problem")
    #expect(problem.code == ProblemCode.notFound.rawValue)
    let summary: SummaryValue = try example("Summary")
    #expect(!summary.isStale && summary.summary.actionItems.map(\.who) == ["Anna"])
  }

  private func hasExample(_ media: [String: Any]) throws -> Bool {
    if media["example"] != nil { return true }
    var found = media["schema"] as? [String: Any] ?? [:]
    let alternatives = (found["anyOf"] ?? found["oneOf"]) as? [[String: Any]]
    if let first = alternatives?.first { found = first }
    guard let name = (found["$ref"] as? String)?.split(separator: "/").last
    else { return false }
    return try schema(String(name))["examples"] != nil
  }

  private func example<Value: Decodable>(_ name: String) throws -> Value {
    let examples = try #require(try schema(name)["examples"] as? [Any])
    let data = try JSONSerialization.data(withJSONObject: try #require(examples.first))
    return try JSONDecoder.speechMemo.decode(Value.self, from: data)
  }
}
