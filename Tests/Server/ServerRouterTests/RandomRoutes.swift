import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import TranscriptExport
import URLRouting

/// A reproducible random number generator.
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
  static func random(using random: inout SplitMix) -> Self {
    switch Int.random(in: 0..<8, using: &random) {
    case 7: .queue(.random(using: &random))
    case 0: .health
    case 1: .ready
    case 2:
      [
        .check, .events, .jobs(.list(.random(using: &random))), .metrics, .openAPI,
        .jobs(
          .finished(
            .random(
              using: &random, since: .random(using: &random) ?? Date(timeIntervalSince1970: 0)))),
        .jobs(
          .segments(
            TranscriptionJob.ID(.random(using: &random)),
            SegmentsRequest(after: .random(in: 0...9, using: &random)))),
        .lastEdit, .mcp(Array(String.random(using: &random).utf8)), .server,
        .settings(.get),
        .settings(
          .change([
            .random(using: &random): .text(.random(using: &random)), "trashDays": .number(7),
            "vocabulary": .texts([.random(using: &random)]),
          ])),
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
        .webhook(.change(WebhookRequest(url: .random(using: &random)))), .webhook(.get),
        .webhook(.remove), .webhook(.test),
        .statistics(words: .random(in: 0...99, using: &random)),
        .page(.index), .page(.manifest), .page(.worker),
        .page(.file(.random(using: &random) + ".")), .session(.addCode),
        .session(.begin),
        .session(.end(isEverywhere: .random(using: &random))), .tags,
      ].randomElement(using: &random) ?? .health
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
          $0.after = Bool.random(using: &random) ? Recording.ID(.random(using: &random)) : nil
          $0.from = Date?.random(using: &random)
          $0.isFavorite = Bool.random(using: &random) ? .random(using: &random) : nil
          $0.limit = .random(in: 0...99, using: &random)
          $0.longer = Bool.random(using: &random) ? 1.5 : nil
          $0.tags = [.random(using: &random)]
          $0.placeLimit = Bool.random(using: &random) ? .random(in: 0...9, using: &random) : nil
        })
    default: .memos(.random(using: &random))
    }
  }
}

extension QueueRoute {
  static func random(using random: inout SplitMix) -> Self {
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
    done.speakers = .replace(
      [Speaker(id: Speaker.ID(0), name: text)], words: [nil, Speaker.ID(0)],
      turns: [VoiceTurn(speaker: 0, start: .milliseconds(20), end: .seconds(1))])
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
  static func random(using random: inout SplitMix) -> Self {
    let id = UUID.random(using: &random)
    return [
      .options, .create, .status(id), .append(id), .remove(id), .link(id), .finish(id),
    ]
    .randomElement(using: &random) ?? .create
  }
}

extension MemosRoute {
  static func random(using random: inout SplitMix) -> Self {
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
      list.hasFirstWords = .random(using: &random)
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
      .get, .trash, .restore, .audio, .cancelTranscription, .transcription, .links,
      .summarize, .summary, .versions(.get(.random(in: 1...99, using: &random))), .versions(.list),
      .versions(
        .restore(
          .random(in: 1...99, using: &random),
          VersionToReplace(current: .random(in: 1...99, using: &random)))),
      .peaks(count: .random(in: -9...99, using: &random)),
      .addLink(LinkRequest(expiresIn: .random(in: 0...1e9, using: &random))),
      .removeLink(ShareLink.ID(.random(using: &random))),
      .change(MemoChange(title: text, tags: [text], isFavorite: .random(using: &random))),
      .transcript(ExportFormat.allCases.randomElement(using: &random)), .transcript(nil),
      .transcribe(TranscribeRequest(model: text, language: nil, vocabulary: text)),
      .editTranscript(
        .segment(TextChange(segment: .random(in: 0...9, using: &random), was: text, text: ""))),
      .editTranscript(
        .segments(
          TranscriptionEdit(
            position: .random(in: 0...9, using: &random),
            removed: [Segment(start: .zero, end: .seconds(1), text: text)],
            inserted: [], editedAtBefore: .random(using: &random), editedAtAfter: nil),
          of: Transcription.ID(.random(using: &random)))),
      .editSpeakers(
        SpeakerChange(
          .name(Speaker.ID(.random(in: 0...9, using: &random)), text),
          of: Transcription.ID(.random(using: &random)))),
    ]
    return .memo(id, routes.randomElement(using: &random) ?? .get)
  }
}

extension JobListRequest {
  static func random(
    using random: inout SplitMix, since: Date = Date(timeIntervalSince1970: 0)
  ) -> Self {
    var request = Self(
      after: Bool.random(using: &random) ? TranscriptionJob.ID(.random(using: &random)) : nil,
      since: since)
    request.limit = .random(in: 0...99, using: &random)
    return request
  }
}

extension SearchRequest {
  func with(_ change: (inout Self) -> Void) -> Self {
    var request = self
    change(&request)
    return request
  }
}

extension String {
  static func random(using random: inout SplitMix) -> Self {
    let characters = Array("ab /?#&=+%\"\\.~é漢🎙️\n\t'<>")
    return String(
      (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        characters.randomElement(using: &random)
      })
  }
}

extension UUID {
  static func random(using random: inout SplitMix) -> Self {
    let (a, b) = (random.next(), random.next())
    return withUnsafeBytes(of: (a, b)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension Date? {
  static func random(using random: inout SplitMix) -> Self {
    Bool.random(using: &random)
      ? Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &random)) / 4)
      : nil
  }
}
