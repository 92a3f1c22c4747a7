import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import Testing
import TranscriptExport
import URLRouting

struct ServerRouterTests {
  private let router = ServerRouter()

  @Test("A thousand random routes survive printing and parsing")
  func roundTrip() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<1_000 {
      let route = ServerRoute.random(using: &random)
      let written = try router.request(for: route)
      let read = try RouteData(method: written.method, target: written.target, body: written.body)
      #expect(try router.match(read) == route, "\(written.method.rawValue) \(written.target)")
    }
  }

  @Test("A server's statistics are clamped")
  func statistics() {
    let speaker = WordStatistics.SpeakingTime("Anna", duration: .seconds(1))
    var sent = WordStatisticsValue(
      WordStatistics(mostFrequent: [], counts: [Recording.mock.id: 1], speakers: [speaker]),
      repairs: RepairStatistics())
    for (count, clamped) in [(-1, 0), (5, 5), (Int.max, 1 << 40)] {
      sent.counts = sent.counts.mapValues { _ in count }
      #expect(sent.value.counts == [Recording.mock.id: clamped])
    }
    #expect(sent.value.speakers == [speaker])
    sent.speakers[0].seconds = 1e300
    #expect(sent.value.speakers.map(\.duration) == [.zero])
  }

  @Test("The addresses are these, and stay")
  func addresses() throws {
    let id = "00000000-0000-0000-0000-000000000001"
    func match(_ method: HTTPMethod, _ target: String, _ body: String = "") throws -> ServerRoute {
      try router.match(RouteData(method: method, target: target, body: Array(body.utf8)))
    }
    #expect(try match(.get, "/health") == .health)
    #expect(try match(.get, "/ready") == .ready)
    let job = TranscriptionJob.ID(Recording.mock.id.rawValue)
    let memos = MemoIDs([Recording.mock.id])
    #expect(try match(.get, "/api/jobs") == .jobs(.list))
    #expect(
      try match(.get, "/api/jobs/finished?since=1970-01-01T00:00:01Z")
        == .jobs(.finished(since: Date(timeIntervalSince1970: 1))))
    #expect(
      try match(.get, "/api/jobs/\(id)/segments?after=3")
        == .jobs(.segments(job, SegmentsRequest(after: 3))))
    #expect(try match(.delete, "/api/jobs/\(id)") == .jobs(.cancel(job)))
    #expect(try match(.get, "/api/memos/\(id)/job") == .memos(.memo(Recording.mock.id, .job)))
    #expect(
      try match(.get, "/api/memos/\(id)/transcription")
        == .memos(.memo(Recording.mock.id, .transcription)))
    #expect(
      try match(.get, "/api/memos/ids?prefix=a0") == .memos(.ids(prefix: "a0")))
    #expect(try match(.get, "/api/memos/files") == .memos(.files))
    #expect(try match(.get, "/api/memos/checksums/ab12") == .memos(.checksum("ab12")))
    for (name, route) in [
      ("trash", MemosRoute.trash(memos)), ("restore", .restore(memos)), ("delete", .delete(memos)),
    ] {
      #expect(try match(.post, "/api/memos/\(name)", #"{"ids":["\#(id)"]}"#) == .memos(route))
    }
    #expect(
      try match(.patch, "/api/transcripts/\(id)", #"{"position":2}"#)
        == .editTranscript(
          Transcription.ID(Recording.mock.id.rawValue),
          TranscriptionEdit(
            position: 2, removed: [], inserted: [], editedAtBefore: nil, editedAtAfter: nil)))
    #expect(
      try match(.get, "/api/statistics?words=3") == .statistics(words: 3))
    let proof = ClaimProof(claim: ClaimedJob.ID(job.rawValue), job: job, library: "anna")
    let place = "/api/queue/anna/\(id)"
    #expect(try match(.post, "/api/queue/claims", "{}") == .queue(.claim(ClaimRequest())))
    #expect(try match(.get, "/api/queue/news") == .queue(.news))
    for (method, name, route) in [
      (HTTPMethod.get, "memo", ClaimedJobRoute.memo), (.get, "audio", .audio),
      (.get, "segments", .segments), (.post, "lease", .renew),
    ] {
      #expect(
        try match(method, "\(place)/\(name)?claim=\(id)") == .queue(.job(proof, route)))
    }
    #expect(
      try match(.post, "\(place)/end?claim=\(id)", #"{"outcome":"interrupted"}"#)
        == .queue(.job(proof, .end(JobEnd(outcome: .interrupted)))))
    #expect(throws: RouteError.self) { try match(.get, "\(place)/memo") }
    #expect(try match(.get, "/api/check") == .check)
    #expect(try match(.post, "/mcp", "{}") == .mcp(Array("{}".utf8)))
    #expect(try match(.get, "/api/memos") == .memos(.list(MemoListRequest())))
    var list = MemoListRequest()
    list.limit = 2
    list.tags = ["a b", "c"]
    list.place = .trash
    #expect(
      try match(.get, "/api/memos?limit=2&tag=a+b&tag=c&place=trash") == .memos(.list(list)))
    let memo = Recording.mock.id
    #expect(try match(.get, "/api/memos/\(id)") == .memos(.memo(memo, .get)))
    #expect(try match(.get, "/api/memos/\(id.uppercased())/audio") == .memos(.memo(memo, .audio)))
    #expect(
      try match(.get, "/api/memos/\(id)/transcript?format=srt")
        == .memos(.memo(memo, .transcript(.srt))))
    #expect(
      try match(.patch, "/api/memos/\(id)", #"{"title":"New"}"#)
        == .memos(.memo(memo, .change(MemoChange(title: "New")))))
    #expect(try match(.delete, "/api/memos/\(id)") == .memos(.memo(memo, .trash)))
    #expect(
      try match(.get, "/api/memos/\(id)/peaks?count=7")
        == .memos(.memo(memo, .peaks(count: 7))))
    #expect(try match(.get, "/api/memos/\(id)/links") == .memos(.memo(memo, .links)))
    #expect(
      try match(.post, "/api/memos/\(id)/links", #"{"expiresIn":60}"#)
        == .memos(.memo(memo, .addLink(LinkRequest(expiresIn: 60)))))
    #expect(
      try match(.delete, "/api/memos/\(id)/links/\(id)")
        == .memos(.memo(memo, .removeLink(ShareLink.ID(memo.rawValue)))))
    #expect(try match(.get, "/s/a-_9") == .shared("a-_9", .memo))
    #expect(try match(.get, "/s/a-_9/audio") == .shared("a-_9", .audio))
    #expect(
      try match(.get, "/s/a-_9/transcript?format=vtt")
        == .shared("a-_9", .transcript(.vtt)))
    #expect(try match(.post, "/api/memos/\(id)/restore") == .memos(.memo(memo, .restore)))
    #expect(
      try match(.post, "/api/memos/\(id)/transcription", #"{"model":"small"}"#)
        == .memos(.memo(memo, .transcribe(TranscribeRequest(model: "small")))))
    #expect(
      try match(.delete, "/api/memos/\(id)/transcription")
        == .memos(.memo(memo, .cancelTranscription)))
    #expect(try match(.get, "/api/server") == .server)
    #expect(try match(.get, "/api/settings") == .settings(.get))
    #expect(
      try match(.patch, "/api/settings", #"{"language":"de","memo-days":null}"#)
        == .settings(.change(["language": "de", "memo-days": nil])))
    #expect(try match(.get, "/api/tokens") == .tokens(.list))
    #expect(
      try match(.post, "/api/tokens", #"{"name":"phone","scopes":["read"]}"#)
        == .tokens(.add(TokenRequest(name: "phone", scopes: ["read"]))))
    #expect(try match(.delete, "/api/tokens/my%20phone") == .tokens(.remove("my phone")))
    #expect(try match(.get, "/api/voices") == .voices(.list))
    #expect(
      try match(.post, "/api/voices", #"{"name":"Anna","speaker":1,"transcript":"\#(id)"}"#)
        == .voices(
          .remember(
            VoiceRequest(
              name: "Anna", speaker: 1, transcript: Transcription.ID(Recording.mock.id.rawValue)))))
    #expect(
      try match(.delete, "/api/voices?name=Anna") == .voices(.forget(VoiceSelection(name: "Anna"))))
    #expect(
      try match(.delete, "/api/voices?everybody=true")
        == .voices(.forget(VoiceSelection(isEverybody: true))))
    #expect(try match(.get, "/api/events") == .events)
    #expect(try match(.get, "/api/live") == .live)
    #expect(try match(.get, "/metrics") == .metrics)
    #expect(try match(.get, "/api/openapi.json") == .openAPI)
    #expect(try match(.options, "/api/uploads") == .uploads(.options))
    #expect(try match(.post, "/api/uploads") == .uploads(.create))
    #expect(try match(.get, "/api/uploads/\(id)") == .uploads(.status(memo.rawValue)))
    #expect(try match(.patch, "/api/uploads/\(id)") == .uploads(.append(memo.rawValue)))
    #expect(try match(.delete, "/api/uploads/\(id)") == .uploads(.remove(memo.rawValue)))
    #expect(try match(.post, "/api/uploads/\(id)/link") == .uploads(.link(memo.rawValue)))
    #expect(try match(.post, "/api/uploads/\(id)/finish") == .uploads(.finish(memo.rawValue)))
    #expect(try match(.get, "/v1/models") == .openAI(.models))
    #expect(try match(.get, "/v1/models/tiny.en") == .openAI(.model("tiny.en")))
    #expect(
      try match(.get, "/v1/realtime?intent=transcription&model=base.en")
        == .openAI(.realtime(RealtimeRequest(model: "base.en", intent: "transcription"))))
    #expect(try match(.post, "/v1/audio/transcriptions") == .openAI(.transcriptions))
    #expect(try match(.post, "/v1/audio/translations") == .openAI(.translations))
    #expect(try match(.get, "/api/search?q=hello") == .search(SearchRequest("hello")))
  }

  @Test(
    "An unknown route and an invalid one are distinguished",
    arguments: [
      ("/nowhere", RouteError.noMatch), ("/api", .noMatch), ("/api/memos/7", .noMatch),
      ("/api/memos?limit=many", .malformed("invalid value 'many' for the parameter 'limit'")),
      (
        "/api/memos?from=yesterday",
        .malformed("invalid value 'yesterday' for the parameter 'from'")
      ),
      ("/api/memos?after=7", .malformed("invalid value '7' for the parameter 'after'")),
      ("/api/memos?limits=1", .malformed("unknown parameter 'limits'")),
    ])
  func wrong(target: String, error: RouteError) {
    #expect(throws: error) {
      try router.match(RouteData(method: .get, target: target))
    }
  }

  @Test("An invalid body is ignored by routes without a body")
  func otherMethod() {
    #expect(throws: RouteError.otherMethods([.get])) {
      try router.match(
        RouteData(
          method: .patch, target: "/api/memos/00000000-0000-0000-0000-000000000001/audio"))
    }
  }

  @Test("A page's cursor restores its exact position")
  func cursor() throws {
    var memo = Recording.mock
    memo.date = Date(timeIntervalSince1970: 1_789_000_000.1)
    let cursor = MemoCursor(after: memo)
    #expect(MemoCursor(routeText: cursor.routeText) == cursor)
    #expect(
      MemoCursor(routeText: cursor.routeText)?.key == .date(memo.date), "to the last bit")
    memo.title = "Budget & co. 3.5 %"
    for order in RecordingOrder.allCases {
      let cursor = MemoCursor(after: memo, in: order)
      #expect(MemoCursor(routeText: cursor.routeText) == cursor, "\(order)")
    }
    let page = MemoPage(memos: [memo], next: cursor)
    let decoded = try JSONDecoder.speechMemo.decode(
      MemoPage.self, from: JSONEncoder.speechMemo.encode(page))
    #expect(decoded.next == cursor)
    let id = "00000000-0000-0000-0000-000000000001"
    for text in [
      "", ".", "l.\(id)", "l-1.\(id)", "title.7",
      "7ff0000000000000.00000000-0000-0000-0000-000000000001", "x.y",
    ] {
      #expect(MemoCursor(routeText: text) == nil, "'\(text)'")
    }
  }

  @Test("A page queries one more memo, and at most a thousand")
  func limits() {
    var request = MemoListRequest()
    for (limit, expected) in [(50, 51), (0, 2), (-3, 2), (1_000_000, 1_001), (.max, 1_001)] {
      request.limit = limit
      #expect(request.query.limit == expected)
    }
  }
}

/// Random numbers that are the same each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension ServerRoute {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    switch Int.random(in: 0..<8, using: &random) {
    case 7: .queue(.random(using: &random))
    case 0: .health
    case 1: .ready
    case 2:
      [
        .check, .events, .jobs(.list), .metrics, .openAPI,
        .editTranscript(
          Transcription.ID(.random(using: &random)),
          TranscriptionEdit(
            position: .random(in: 0...9, using: &random),
            removed: [Segment(start: .zero, end: .seconds(1), text: .random(using: &random))],
            inserted: [], editedAtBefore: .random(using: &random), editedAtAfter: nil)),
        .jobs(
          .finished(
            since: .random(using: &random) ?? Date(timeIntervalSince1970: 0))),
        .jobs(
          .segments(
            TranscriptionJob.ID(.random(using: &random)),
            SegmentsRequest(after: .random(in: 0...9, using: &random)))),
        .mcp(Array(String.random(using: &random).utf8)), .server, .settings(.get),
        .settings(.change([.random(using: &random): .random(using: &random)])),
        .tokens(.add(TokenRequest(name: .random(using: &random), scopes: ["read"]))),
        .tokens(.list), .tokens(.remove(.random(using: &random) + ".a")),
        .voices(.list), .voices(.forget(VoiceSelection(name: .random(using: &random)))),
        .voices(.forget(VoiceSelection(isEverybody: .random(using: &random)))),
        .voices(
          .remember(
            VoiceRequest(
              name: .random(using: &random),
              speaker: Speaker.ID(.random(in: 0...9, using: &random)),
              transcript: Transcription.ID(.random(using: &random))))),
        .statistics(words: .random(in: 0...99, using: &random)),
        .page(.index), .page(.manifest), .page(.worker),
        .page(.file(.random(using: &random) + ".")), .session(.begin),
        .session(.end(isEverywhere: .random(using: &random))),
      ].randomElement(using: &random) ?? .jobs(.list)
    case 3:
      Bool.random(using: &random)
        ? [
          .models, .model(.random(using: &random) + "."),
          .realtime(RealtimeRequest(model: .random(using: &random))), .transcriptions,
          .translations,
        ]
        .randomElement(using: &random).map(ServerRoute.openAI) ?? .health
        : .uploads(.random(using: &random))
    case 4:
      .shared(
        .random(using: &random) + "-",
        [.memo, .audio, .transcript(.srt)]
          .randomElement(using: &random) ?? .memo)
    case 5:
      .search(
        SearchRequest(.random(using: &random)).with {
          $0.from = Date?.random(using: &random)
          $0.limit = .random(in: 0...99, using: &random)
          $0.placeLimit = Bool.random(using: &random) ? .random(in: 0...9, using: &random) : nil
        })
    default: .memos(.random(using: &random))
    }
  }
}

extension QueueRoute {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    let proof = ClaimProof(
      claim: ClaimedJob.ID(.random(using: &random)),
      job: TranscriptionJob.ID(.random(using: &random)),
      library: .random(using: &random) + ".a")
    let jobs: Set<TranscriptionJob.ID> = [
      TranscriptionJob.ID(.random(using: &random)), TranscriptionJob.ID(.random(using: &random)),
    ]
    let text = String.random(using: &random)
    let heard = SegmentsToKeep(
      [Segment(start: .zero, end: .seconds(1), text: text)],
      checkpoint: TranscriptionCheckpoint(maker: text, start: .milliseconds(7), state: text),
      progress: 0.5)
    var done = JobEnd(outcome: .done)
    done.engine = TranscriptionEngine(name: text, version: "1")
    done.speakers = .replace([Speaker(id: Speaker.ID(0), name: text)], words: [nil, Speaker.ID(0)])
    var failed = JobEnd(outcome: .failed)
    failed.at = .random(using: &random)
    failed.reason = text
    let routes: [ClaimedJobRoute] = [
      .append(heard), .audio, .end(done), .end(failed), .end(JobEnd(outcome: .interrupted)), .memo,
      .renew, .segments, .setTitle(TitleChange(text, was: .random(using: &random))),
    ]
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .claim(ClaimRequest(except: Bool.random(using: &random) ? jobs : []))
    case 1: .news
    default: .job(proof, routes.randomElement(using: &random) ?? .memo)
    }
  }
}

extension UploadsRoute {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    let id = UUID.random(using: &random)
    return [
      .options, .create, .status(id), .append(id), .remove(id), .link(id), .finish(id),
    ]
    .randomElement(using: &random) ?? .create
  }
}

extension MemosRoute {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    let id = Recording.ID(.random(using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 {
      let memos = MemoIDs([id, Recording.ID(.random(using: &random))])
      return [
        .checksum(.random(using: &random) + "."), .delete(memos), .files,
        .ids(prefix: .random(using: &random)), .restore(memos), .trash(memos),
      ].randomElement(using: &random) ?? .files
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      var list = MemoListRequest()
      list.from = .random(using: &random)
      list.until = .random(using: &random)
      list.isFavorite = Bool.random(using: &random) ? .random(using: &random) : nil
      list.ids = Bool.random(using: &random) ? [id, Recording.ID(.random(using: &random))] : []
      list.longer = Bool.random(using: &random) ? .random(in: 0...100, using: &random) : nil
      list.place = MemoListRequest.Place.allCases.randomElement(using: &random) ?? .any
      list.tags = Bool.random(using: &random) ? [.random(using: &random)] : []
      list.titlePrefix = Bool.random(using: &random) ? .random(using: &random) : nil
      var memo = Recording.preview(id: id)
      memo.date = Date(timeIntervalSince1970: .random(in: -1e9...1e10, using: &random))
      memo.title = .random(using: &random)
      list.sort = RecordingOrder.allCases.randomElement(using: &random) ?? .newest
      list.after = Bool.random(using: &random) ? MemoCursor(after: memo, in: list.sort) : nil
      return .list(list)
    }
    let text = String.random(using: &random)
    let routes: [MemoRoute] = [
      .get, .trash, .restore, .audio, .cancelTranscription, .job, .transcription, .links,
      .peaks(count: .random(in: -9...99, using: &random)),
      .addLink(LinkRequest(expiresIn: .random(in: 0...1e9, using: &random))),
      .removeLink(ShareLink.ID(.random(using: &random))),
      .change(MemoChange(title: text, tags: [text], isFavorite: .random(using: &random))),
      .transcript(
        ExportFormat.allCases.randomElement(using: &random) ?? .txt),
      .transcribe(TranscribeRequest(model: text, language: nil, vocabulary: text)),
      .changeText(TextChange(segment: .random(in: 0...9, using: &random), was: text, text: "")),
    ]
    return .memo(id, routes.randomElement(using: &random) ?? .get)
  }
}

extension SearchRequest {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var request = self
    change(&request)
    return request
  }
}

extension String {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    let characters = Array("ab /?#&=+%\"\\.~é漢🎙️\n\t'<>")
    return String(
      (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        characters.randomElement(using: &random)
      })
  }
}

extension UUID {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    let (a, b) = (random.next(), random.next())
    return withUnsafeBytes(of: (a, b)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension Date? {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    Bool.random(using: &random)
      ? Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &random)) / 4)
      : nil
  }
}
