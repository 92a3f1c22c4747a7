import Foundation
import SharedModels
import Tagged
public import URLRouting

/// The server's addresses: reads a ``ServerRoute`` from a request, as the server does, and writes one
/// to a request, as its clients do.
public struct ServerRouter: RouteParser {
  private let routes = OneOf<ServerRoute> {
    Route(\ServerRoute.Cases.health, .get) { "health" }
    Route(\ServerRoute.Cases.ready, .get) { "ready" }
    Route(\ServerRoute.Cases.metrics, .get) { "metrics" }
    Route(\ServerRoute.Cases.openAPI, .get) {
      "api"
      "openapi.json"
    }
    Route(\ServerRoute.Cases.memos) {
      "api"
      "memos"
      memos
    }
    Route(\ServerRoute.Cases.search, .get) {
      "api"
      "search"
      SearchRequest.parser
    }
    Route(\ServerRoute.Cases.jobs, .get) {
      "api"
      "jobs"
    }
    Route(\ServerRoute.Cases.events, .get) {
      "api"
      "events"
    }
    Route(\ServerRoute.Cases.uploads) {
      "api"
      "uploads"
      uploads
    }
    Route(\ServerRoute.Cases.openAI) {
      "v1"
      openAI
    }
    Route(\ServerRoute.Cases.mcp, .post) {
      "mcp"
      BodyBytes()
    }
  }

  public init() {}

  public func parse(_ data: inout RouteData) throws(RouteError) -> ServerRoute {
    try routes.parse(&data)
  }

  public func print(_ route: ServerRoute, into data: inout RouteData) throws(RouteError) {
    try routes.print(route, into: &data)
  }
}

private let openAI = OneOf<OpenAIRoute> {
  Route(\OpenAIRoute.Cases.models, .get) { "models" }
  Route(\OpenAIRoute.Cases.model, .get) {
    "models"
    PathValue<String>()
  }
  Route(\OpenAIRoute.Cases.transcriptions, .post) {
    "audio"
    "transcriptions"
  }
  Route(\OpenAIRoute.Cases.translations, .post) {
    "audio"
    "translations"
  }
}

private let uploads = OneOf<UploadsRoute> {
  Route(\UploadsRoute.Cases.options, .options) { Nothing() }
  Route(\UploadsRoute.Cases.create, .post) { Nothing() }
  Route(\UploadsRoute.Cases.status, .get) { PathValue<UUID>() }
  Route(\UploadsRoute.Cases.append, .patch) { PathValue<UUID>() }
  Route(\UploadsRoute.Cases.remove, .delete) { PathValue<UUID>() }
}

private let memos = OneOf<MemosRoute> {
  Route(\MemosRoute.Cases.list, .get) { MemoListRequest.parser }
  Route(\MemosRoute.Cases.memo) {
    PathValue<Recording.ID>()
    memo
  }
}

private let memo = OneOf<MemoRoute> {
  Route(\MemoRoute.Cases.get, .get) { Nothing() }
  Route(\MemoRoute.Cases.change, .patch) { JSONBody(MemoChange.self) }
  Route(\MemoRoute.Cases.trash, .delete) { Nothing() }
  Route(\MemoRoute.Cases.restore, .post) { "restore" }
  Route(\MemoRoute.Cases.audio, .get) { "audio" }
  Route(\MemoRoute.Cases.transcript, .get) {
    "transcript"
    TranscriptRequest.parser
  }
  Route(\MemoRoute.Cases.transcribe, .post) {
    "transcription"
    JSONBody(TranscribeRequest.self)
  }
  Route(\MemoRoute.Cases.cancelTranscription, .delete) { "transcription" }
}
