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
    #expect(try match(.get, "/api/jobs") == .jobs(.list(JobListRequest())))
    #expect(
      try match(.get, "/api/jobs?after=\(id)") == .jobs(.list(JobListRequest(after: job))))
    #expect(
      try match(.get, "/api/jobs/finished?since=1970-01-01T00:00:01Z")
        == .jobs(.finished(JobListRequest(since: Date(timeIntervalSince1970: 1)))))
    #expect(
      try match(.get, "/api/jobs/\(id)/segments?after=3")
        == .jobs(.segments(job, SegmentsRequest(after: 3))))
    #expect(try match(.delete, "/api/jobs/\(id)") == .jobs(.cancel(job)))
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
      try match(
        .patch, "/api/memos/\(id)/transcript", #"{"transcript":"\#(id)","position":2}"#)
        == .memos(
          .memo(
            Recording.mock.id,
            .editTranscript(
              .segments(
                TranscriptionEdit(
                  position: 2, removed: [], inserted: [], editedAtBefore: nil, editedAtAfter: nil),
                of: Transcription.ID(Recording.mock.id.rawValue))))))
    #expect(
      try match(
        .patch, "/api/memos/\(id)/transcript", #"{"segment":1,"was":"a","text":"b"}"#)
        == .memos(
          .memo(
            Recording.mock.id,
            .editTranscript(.segment(TextChange(segment: 1, was: "a", text: "b"))))))
    #expect(
      try match(
        .post, "/api/memos/\(id)/transcript/speakers",
        #"{"transcript":"\#(id)","op":"merge","speaker":1,"into":0}"#)
        == .memos(
          .memo(
            Recording.mock.id,
            .editSpeakers(
              SpeakerChange(.merge(1, into: 0), of: Transcription.ID(Recording.mock.id.rawValue)))))
    )
    #expect(
      try match(.get, "/api/memos/\(id)/transcript")
        == .memos(.memo(Recording.mock.id, .transcript(nil))))
    for target in ["memos/\(id)/job", "transcripts/\(id)"] {
      #expect(throws: RouteError.noMatch) { try match(.get, "/api/\(target)") }
    }
    #expect(
      try match(.get, "/api/statistics?words=3") == .statistics(words: 3))
    #expect(try match(.get, "/api/tags") == .tags)
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
    #expect(try match(.post, "/api/memos") == .memos(.add))
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
    #expect(
      try match(.patch, "/api/memos/\(id)", #"{"favorite":true}"#)
        == .memos(.memo(memo, .change(MemoChange(isFavorite: true)))))
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
      try match(.patch, "/api/settings", #"{"language":"de","memoDays":null,"trashDays":30}"#)
        == .settings(
          .change(["language": .text("de"), "memoDays": nil, "trashDays": .number(30)])))
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
      (
        "/api/memos?limits=1",
        .malformed(
          "unknown parameter 'limits': valid parameters are after, favorite, first-words, from, id, "
            + "limit, longer, place, shorter, sort, state, tag, title, until")
      ),
      (
        "/api/jobs?since=1",
        .malformed("unknown parameter 'since': valid parameters are after, limit")
      ),
      (
        "/api/tags?tag=x",
        .malformed("unknown parameter 'tag': this address has no parameters")
      ),
      (
        "/s/x/transcript?utm_source=x&format=doc",
        .malformed("invalid value 'doc' for the parameter 'format'")
      ),
    ])
  func wrong(target: String, error: RouteError) {
    #expect(throws: error) {
      try router.match(RouteData(method: .get, target: target))
    }
  }

  @Test("Pages and links ignore parameters that other sites add to them")
  func parametersOfPages() throws {
    for (target, route): (String, ServerRoute) in [
      ("/?utm_source=x", .page(.index)), ("/page/app.js?v=2", .page(.file("app.js"))),
      ("/s/x?fbclid=1&fbclid=2", .shared("x", .memo)),
      ("/s/x/audio?download", .shared("x", .audio)),
      ("/s/x/transcript?gclid=1&format=srt", .shared("x", .transcript(.srt))),
    ] {
      #expect(try router.match(RouteData(method: .get, target: target)) == route)
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
