import AudioFileClient
import DatabaseClient
import Dependencies
import HTTPMessages
import LanguageModelClient
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import Testing
import URLRouting
import WebhookClient

struct PreconditionsTests {
  private enum Condition: CaseIterable {
    case matchesOther, matchesAny, matchesTag, noneMatchesOther, noneMatchesAny, noneMatchesTag
    case noneMatchesWeakTag, modifiedSince, unmodifiedSince

    func field(_ tag: String) -> (name: String, value: String) {
      switch self {
      case .matchesOther: ("If-Match", #""other""#)
      case .matchesAny: ("If-Match", "*")
      case .matchesTag: ("If-Match", #""other", \#(tag)"#)
      case .noneMatchesOther: ("If-None-Match", #""other""#)
      case .noneMatchesAny: ("If-None-Match", "*")
      case .noneMatchesTag: ("If-None-Match", tag)
      case .noneMatchesWeakTag: ("If-None-Match", "W/\(tag)")
      case .modifiedSince: ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")
      case .unmodifiedSince: ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")
      }
    }

    func holds(exists: Bool, hasTag: Bool) -> Bool {
      switch self {
      case .matchesOther: false
      case .matchesAny: exists
      case .matchesTag: hasTag
      case .noneMatchesAny: !exists
      case .noneMatchesTag, .noneMatchesWeakTag: !hasTag
      case .noneMatchesOther, .modifiedSince, .unmodifiedSince: true
      }
    }
  }

  private struct Contents: Equatable {
    var jobs: [TranscriptionJob]
    var links: [ShareLink]
    var memos: [Recording]
    var tokens: [String]
    var transcription: Transcription?

    init(_ database: DatabaseClient) async throws {
      jobs = try await database.jobs.list()
      links = try await database.access.links(of: Recording.mock.id)
      memos = try await database.recordings(matching: RecordingQuery(place: nil))
      tokens = try await database.access.tokens().map(\.name)
      transcription = try await database.transcription(of: Recording.mock.id)
    }
  }

  private func makeSite() async throws -> TestSite {
    try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  private func send(
    _ data: RouteData, to site: TestSite, headers: HTTPHeaders = [:]
  ) async throws -> TestReply {
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.languageModel = .off
      $0.speechClient = .lorem()
      $0.webhooks = .previewValue
    } operation: {
      try await site.send(
        data.method, data.target, headers: headers,
        json: data.body.isEmpty ? nil : String(decoding: data.body, as: UTF8.self))
    }
  }

  /// The request whose response a route's preconditions refer to.
  private func version(of route: ServerRoute) throws -> RouteData? {
    let router = ServerRouter()
    if case .memos(.memo(let id, .restore)) = route {
      return try router.request(for: .memos(.memo(id, .get)))
    }
    let get = try RouteData(method: .get, target: router.request(for: route).target)
    return (try? router.match(get)) == nil ? nil : get
  }

  @Test("Each precondition is checked before anything changes", arguments: EveryRoute.all)
  func everyRoute(route: ServerRoute) async throws {
    let request = try ServerRouter().request(for: route)
    let plain = try await send(request, to: try await makeSite())
    let version = try version(of: route)
    for condition in Condition.allCases {
      let site = try await makeSite()
      let current: TestReply? = if let version { try await send(version, to: site) } else { nil }
      let exists = current?.status.isSuccess == true
      let tag = exists ? current?.headers["ETag"] : nil
      let before = try await Contents(site.database)
      let field = condition.field(tag ?? #""none""#)
      let reply = try await send(request, to: site, headers: [field.name: field.value])
      let holds = condition.holds(exists: exists, hasTag: tag != nil)
      let comment: Comment = "\(request.method.rawValue) \(request.target) \(field)"
      guard plain.status.isSuccess
      else {
        #expect([plain.status, .notFound, .preconditionFailed].contains(reply.status), comment)
        continue
      }
      guard !holds, request.method != .options
      else {
        #expect(reply.status == plain.status, comment)
        continue
      }
      let isKnown = request.method == .get && field.name == "If-None-Match"
      #expect(reply.status == (isKnown ? .notModified : .preconditionFailed), comment)
      #expect(try await Contents(site.database) == before, comment)
    }
  }

  @Test("A request for a memo that does not exist is a 404 whatever its preconditions")
  func noMemo() async throws {
    let site = try await TestSite()
    for method in [HTTPMethod.patch, .delete, .get] {
      let reply = try await site.send(
        method, "/api/memos/00000000-0000-0000-0000-000000000001", headers: ["If-Match": "*"],
        json: "{}")
      #expect(reply.status == .notFound)
    }
  }

  @Test("A memo without a transcript has no version of it")
  func noTranscript() async throws {
    let site = try await TestSite()
    try await site.database.insert(recording: .preview(transcription: .none), job: nil)
    let target = "/api/memos/00000000-0000-0000-0000-000000000001/transcript"
    let change = Array(#"{"segment":0,"was":"","text":"x"}"#.utf8)
    func status(_ name: String) async throws -> HTTPStatus {
      let data = try RouteData(method: .patch, target: target, body: change)
      return try await send(data, to: site, headers: [name: "*"]).status
    }
    #expect(try await status("If-Match") == .preconditionFailed)
    #expect(try await status("If-None-Match") == .notFound)
  }
}
