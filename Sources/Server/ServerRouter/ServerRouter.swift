import DatabaseClient
import Foundation
import SharedModels
import TranscriptExport
public import URLRouting

public struct ServerRouter: RouteParser {
  private let routes = OneOf<ServerRoute> {
    Route(\ServerRoute.Cases.health, .get) { "health" }
    Route(\ServerRoute.Cases.ready, .get) { "ready" }
    Route(\ServerRoute.Cases.metrics, .get) { "metrics" }
    Route(\ServerRoute.Cases.openAPI, .get) { "api/openapi.json" }
    Route(\ServerRoute.Cases.memos) {
      "api/memos"
      memos
    }
    Route(\ServerRoute.Cases.search, .get) {
      "api/search"
      SearchRequest.parser
    }
    Route(\ServerRoute.Cases.statistics, .get) {
      "api/statistics"
      Query(10) { Field("words", \.self) }
    }
    Route(\ServerRoute.Cases.tags, .get) { "api/tags" }
    Route(\ServerRoute.Cases.lastEdit, .get) { "api/edits/last" }
    Route(\ServerRoute.Cases.jobs) {
      "api/jobs"
      jobs
    }
    Route(\ServerRoute.Cases.check, .get) { "api/check" }
    Route(\ServerRoute.Cases.server, .get) { "api/server" }
    Route(\ServerRoute.Cases.settings) {
      "api/settings"
      settings
    }
    Route(\ServerRoute.Cases.webhook) {
      "api/webhook"
      webhook
    }
    Route(\ServerRoute.Cases.tokens) {
      "api/tokens"
      tokens
    }
    Route(\ServerRoute.Cases.voices) {
      "api/voices"
      voices
    }
    Route(\ServerRoute.Cases.session) {
      "api/session"
      session
    }
    Route(\ServerRoute.Cases.page) {
      page
      AnyParameters()
    }
    Route(\ServerRoute.Cases.events, .get) { "api/events" }
    Route(\ServerRoute.Cases.live, .get) { "api/live" }
    Route(\ServerRoute.Cases.shared) {
      "s"
      PathValue<String>()
      shared
      AnyParameters()
    }
    Route(\ServerRoute.Cases.uploads) {
      "api/uploads"
      uploads
    }
    Route(\ServerRoute.Cases.openAI) {
      "v1"
      openAI
    }
    Route(\ServerRoute.Cases.queue) {
      "api/queue"
      queueRoutes
    }
    Route(\ServerRoute.Cases.mcp, .post) {
      "mcp"
      BodyBytes()
    }
  }

  public init() {}

  public func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<ServerRoute> {
    try routes.parse(&data)
  }

  public func print(_ route: ServerRoute, into data: inout RouteData) throws(RouteError) {
    try routes.print(route, into: &data)
  }
}

func body<Value: Codable & Sendable>(_: Value.Type) -> JSONBody<Value> {
  JSONBody(encoder: .speechMemo, decoder: .speechMemo)
}

private let format = Query(ExportFormat.json) { Field("format", \.self) }

private let openAI = OneOf<OpenAIRoute> {
  Route(\OpenAIRoute.Cases.realtime, .get) {
    "realtime"
    RealtimeRequest.parser
  }
  Route(\OpenAIRoute.Cases.models, .get) { "models" }
  Route(\OpenAIRoute.Cases.model, .get) {
    "models"
    PathValue<String>()
  }
  Route(\OpenAIRoute.Cases.transcriptions, .post) { "audio/transcriptions" }
  Route(\OpenAIRoute.Cases.translations, .post) { "audio/translations" }
}

private let uploads = OneOf<UploadsRoute> {
  Route(\UploadsRoute.Cases.options, .options) { Nothing() }
  Route(\UploadsRoute.Cases.create, .post) { Nothing() }
  Route(\UploadsRoute.Cases.status, .get) { PathValue<UUID>() }
  Route(\UploadsRoute.Cases.append, .patch) { PathValue<UUID>() }
  Route(\UploadsRoute.Cases.remove, .delete) { PathValue<UUID>() }
  Route(\UploadsRoute.Cases.link, .post) {
    PathValue<UUID>()
    "link"
  }
  Route(\UploadsRoute.Cases.finish, .post) {
    PathValue<UUID>()
    "finish"
  }
}

private let page = OneOf<PageRoute> {
  Route(\PageRoute.Cases.index, .get) { Nothing() }
  Route(\PageRoute.Cases.manifest, .get) { "manifest.webmanifest" }
  Route(\PageRoute.Cases.worker, .get) { "worker.js" }
  Route(\PageRoute.Cases.file, .get) {
    "page"
    PathValue<String>()
  }
}

private let session = OneOf<SessionRoute> {
  Route(\SessionRoute.Cases.begin, .post) { Nothing() }
  Route(\SessionRoute.Cases.addCode, .post) { "codes" }
  Route(\SessionRoute.Cases.end, .delete) { Query(false) { Field("everywhere", \.self) } }
}

private let settings = OneOf<SettingsRoute> {
  Route(\SettingsRoute.Cases.get, .get) { Nothing() }
  Route(\SettingsRoute.Cases.change, .patch) { body([String: SettingValue?].self) }
}

private let webhook = OneOf<WebhookRoute> {
  Route(\WebhookRoute.Cases.get, .get) { Nothing() }
  Route(\WebhookRoute.Cases.change, .put) { body(WebhookRequest.self) }
  Route(\WebhookRoute.Cases.remove, .delete) { Nothing() }
  Route(\WebhookRoute.Cases.test, .post) { "test" }
}

private let tokens = OneOf<TokensRoute> {
  Route(\TokensRoute.Cases.list, .get) { Nothing() }
  Route(\TokensRoute.Cases.add, .post) { body(TokenRequest.self) }
  Route(\TokensRoute.Cases.remove, .delete) { PathValue<String>() }
}

private let voices = OneOf<VoicesRoute> {
  Route(\VoicesRoute.Cases.list, .get) { Nothing() }
  Route(\VoicesRoute.Cases.remember, .post) { body(VoiceRequest.self) }
  Route(\VoicesRoute.Cases.forget, .delete) { VoiceSelection.parser }
}

private let jobs = OneOf<JobsRoute> {
  Route(\JobsRoute.Cases.list, .get) { JobListRequest.parser }
  Route(\JobsRoute.Cases.finished, .get) {
    "finished"
    JobListRequest.finishedParser
  }
  Route(\JobsRoute.Cases.segments, .get) {
    PathValue<TranscriptionJob.ID>()
    "segments"
    SegmentsRequest.parser
  }
  Route(\JobsRoute.Cases.cancel, .delete) { PathValue<TranscriptionJob.ID>() }
}

private let shared = OneOf<SharedRoute> {
  Route(\SharedRoute.Cases.memo, .get) { Nothing() }
  Route(\SharedRoute.Cases.audio, .get) { "audio" }
  Route(\SharedRoute.Cases.transcript, .get) {
    "transcript"
    format
  }
}

private let memos = OneOf<MemosRoute> {
  Route(\MemosRoute.Cases.list, .get) { MemoListRequest.parser }
  Route(\MemosRoute.Cases.add, .post) { Nothing() }
  Route(\MemosRoute.Cases.ids, .get) {
    "ids"
    Query("") { Field("prefix", \.self) }
  }
  Route(\MemosRoute.Cases.files, .get) { "files" }
  Route(\MemosRoute.Cases.checksum, .get) {
    "checksums"
    PathValue<String>()
  }
  Route(\MemosRoute.Cases.trash, .post) {
    "trash"
    body(MemoIDs.self)
  }
  Route(\MemosRoute.Cases.restore, .post) {
    "restore"
    body(MemoIDs.self)
  }
  Route(\MemosRoute.Cases.delete, .post) {
    "delete"
    body(MemoIDs.self)
  }
  Route(\MemosRoute.Cases.memo) {
    PathValue<Recording.ID>()
    memo
  }
}

private let memo = OneOf<MemoRoute> {
  Route(\MemoRoute.Cases.get, .get) { Nothing() }
  Route(\MemoRoute.Cases.change, .patch) { body(MemoChange.self) }
  Route(\MemoRoute.Cases.trash, .delete) { Nothing() }
  Route(\MemoRoute.Cases.restore, .post) { "restore" }
  Route(\MemoRoute.Cases.audio, .get) { "audio" }
  Route(\MemoRoute.Cases.transcript, .get) {
    "transcript"
    Query(ExportFormat?.none) { Field("format", \.self) }
  }
  Route(\MemoRoute.Cases.editTranscript, .patch) {
    "transcript"
    body(TranscriptChange.self)
  }
  Route(\MemoRoute.Cases.editSpeakers, .post) {
    "transcript/speakers"
    body(SpeakerChange.self)
  }
  Route(\MemoRoute.Cases.peaks, .get) {
    "peaks"
    Query(1_000) { Field("count", \.self) }
  }
  Route(\MemoRoute.Cases.summary, .get) { "summary" }
  Route(\MemoRoute.Cases.summarize, .post) { "summary" }
  Route(\MemoRoute.Cases.links, .get) { "links" }
  Route(\MemoRoute.Cases.addLink, .post) {
    "links"
    body(LinkRequest.self)
  }
  Route(\MemoRoute.Cases.removeLink, .delete) {
    "links"
    PathValue<ShareLink.ID>()
  }
  Route(\MemoRoute.Cases.transcription, .get) { "transcription" }
  Route(\MemoRoute.Cases.transcribe, .post) {
    "transcription"
    body(TranscribeRequest.self)
  }
  Route(\MemoRoute.Cases.cancelTranscription, .delete) { "transcription" }
  Route(\MemoRoute.Cases.versions) {
    "versions"
    versions
  }
}
