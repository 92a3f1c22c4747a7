import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import TestSite
import URLRouting

/// Every route of the router. The switch doesn't compile if one is missing.
struct EveryRoute {
  static func sample(_ route: ServerRoute) -> ServerRoute {
    switch route {
    case .check, .events, .health, .jobs(.cancel), .jobs(.finished),
      .jobs(.list),
      .jobs(.segments), .lastEdit, .live, .mcp, .memos(.add), .memos(.checksum), .memos(.delete),
      .memos(.files),
      .memos(.ids),
      .memos(.list), .memos(.restore), .memos(.trash), .metrics, .openAPI, .page(.file),
      .page(.index), .page(.manifest), .page(.worker), .ready, .search, .server,
      .session(.addCode), .session(.begin), .session(.end), .settings(.change), .settings(.get),
      .shared(_, .audio),
      .shared(_, .memo),
      .shared(_, .transcript), .statistics, .tags, .tokens(.add), .tokens(.list), .tokens(.remove):
      route
    case .openAI(.model), .openAI(.models), .openAI(.realtime), .openAI(.transcriptions),
      .openAI(.translations),
      .uploads(.append), .uploads(.create), .uploads(.finish), .uploads(.link), .uploads(.options),
      .uploads(.remove), .uploads(.status), .voices, .webhook:
      route
    case .queue(.claim), .queue(.news): route
    case .queue(.job(_, let job)):
      switch job {
      case .append, .audio, .end, .memo, .renew, .segments, .setTitle: route
      }
    case .memos(.memo(_, let memo)):
      switch memo {
      case .addLink, .audio, .cancelTranscription, .change, .editSpeakers, .editTranscript, .get,
        .links, .peaks,
        .removeLink,
        .restore, .summarize, .summary, .transcribe, .transcript, .transcription, .trash,
        .versions(.get),
        .versions(.list), .versions(.restore):
        route
      }
    }
  }

  private static let memos = MemoIDs([Recording.mock.id])

  /// Replaces the first segment.
  private static let edit = TranscriptionEdit(
    position: 0, removed: Array(Transcription.mock.segments.prefix(1)),
    inserted: [Segment(start: .zero, end: .seconds(1), text: "Theirs")], editedAtBefore: nil,
    editedAtAfter: TestSite.now)

  private static let proof = ClaimProof(
    claim: ClaimedJob.ID(Recording.mock.id.rawValue),
    job: TranscriptionJob.ID(Recording.mock.id.rawValue),
    library: Recording.mock.id.rawValue.uuidString.lowercased())

  static let all: [ServerRoute] =
    [
      .check, .events, .health, .lastEdit,
      .jobs(.cancel(TranscriptionJob.ID(Recording.mock.id.rawValue))),
      .jobs(.finished(JobListRequest())), .jobs(.list(JobListRequest())),
      .jobs(.segments(TranscriptionJob.ID(Recording.mock.id.rawValue), SegmentsRequest())),
      .memos(.add), .memos(.checksum(Recording.mock.audio.sha256)), .memos(.delete(memos)),
      .memos(.files),
      .memos(.ids(prefix: "00")), .memos(.restore(memos)), .memos(.trash(memos)),
      .metrics, .openAPI, .page(.file("style.css")),
      .page(.index), .page(.manifest),
      .page(.worker), .server, .session(.addCode), .session(.begin),
      .session(.end(isEverywhere: true)),
      .settings(.change(["language": .text("en")])),
      .settings(.get), .tokens(.add(TokenRequest(name: "phone"))), .tokens(.list),
      .tokens(.remove("any.model")), .openAI(.model("any.model")), .openAI(.models),
      .openAI(.realtime(RealtimeRequest())), .openAI(.transcriptions),
      .openAI(.translations), .uploads(.append(Recording.mock.id.rawValue)), .uploads(.create),
      .uploads(.options), .uploads(.remove(Recording.mock.id.rawValue)),
      .uploads(.finish(Recording.mock.id.rawValue)), .uploads(.link(Recording.mock.id.rawValue)),
      .uploads(.status(Recording.mock.id.rawValue)), .ready, .search(SearchRequest("budget")),
      .statistics(words: 10), .tags, .voices(.list),
      .voices(.forget(VoiceSelection(isEverybody: true))),
      .voices(
        .remember(VoiceRequest(name: "Anna", speaker: 0, transcript: Transcription.mock.id))),
      .webhook(.change(WebhookRequest(url: "https://example.org/hook"))), .webhook(.get),
      .webhook(.remove), .webhook(.test),
      .live, .memos(.list(MemoListRequest())),
      .mcp(
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_memos"}}"#.utf8)),
    ]
    + [
      .addLink(LinkRequest()), .audio, .cancelTranscription, .change(MemoChange(title: "Theirs")),
      .editSpeakers(
        SpeakerChange(.name(Speaker.ID(0), "Theirs"), of: Transcription.mock.id)),
      .editTranscript(.segments(edit, of: Transcription.mock.id)),
      .get, .links, .peaks(count: 1_000),
      .removeLink(ShareLink.ID(Recording.mock.id.rawValue)), .restore, .summarize, .summary,
      .transcribe(TranscribeRequest()), .transcript(.json), .transcription, .trash,
      .versions(.get(1)), .versions(.list),
      .versions(.restore(1, VersionToReplace(current: 1))),
    ].map { (route: MemoRoute) in .memos(.memo(Recording.mock.id, route)) }
    + [.queue(.claim(ClaimRequest())), .queue(.news)]
    + [
      .append(SegmentsToKeep([], checkpoint: nil, progress: 0)), .audio,
      .end(JobEnd(outcome: .interrupted)), .memo, .renew, .segments,
      .setTitle(TitleChange("Theirs", was: Recording.mock.title)),
    ].map { (route: ClaimedJobRoute) in .queue(.job(proof, route)) }
    + [.memo, .audio, .transcript(.json)].map { (route: SharedRoute) in
      .shared(Recording.mock.id.rawValue.uuidString.lowercased(), route)
    }
}
