import AudioMiddleware
import Dependencies
import HTTPMessages
import LibraryFolder
import LinksMiddleware
import LiveMiddleware
import MemosMiddleware
import MetricsMiddleware
import RealtimeMiddleware
import ServerConfigMiddleware
import ServerRouter
import SharedModels
import TokensMiddleware
import TranscriptionsMiddleware
import TranscriptsMiddleware
import URLRouting
import UploadsMiddleware

extension SiteRoutes {
  func respond(
    to route: ServerRoute, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    switch route {
    // Answered before the token is checked.
    case .health, .openAPI, .page, .ready, .shared: throw RouteError.noMatch
    case .queue: throw ServerProblem.noTranscriber
    case .check: try await MetricsMiddleware(client.library.usage).check()
    case .events: events(request, client)
    case .jobs(let route): try await JobsMiddleware().respond(to: route, request)
    case .lastEdit: try await VersionsMiddleware().lastEdit(request)
    case .live: try LiveMiddleware(webSockets).connect(request)
    case .mcp(let message): await MCPMiddleware(scopes: client.scopes).respond(to: message, request)
    case .memos(let route): try await respond(to: route, request, client)
    case .metrics:
      try await MetricsMiddleware(
        client.library.usage, of: config.metrics(for: client.library)
      ).get()
    case .openAI(let route):
      try await respond(to: route, request, keeps: client.scopes.contains(.keep))
    case .search(let search): try await SearchMiddleware().search(search, request)
    case .server: try await server(request, client)
    case .session(let route):
      try await SessionMiddleware(client.library.tokenWatch).respond(
        to: route, token: client.token, request)
    case .settings(let route): try await SettingsMiddleware().respond(to: route, request)
    case .statistics(let words): try await SearchMiddleware().statistics(words: words, request)
    case .tags: try await MemosMiddleware().tags(request)
    case .tokens(let route):
      try await TokensMiddleware(client.library.tokenWatch).respond(
        to: route, token: client.token, request)
    case .uploads(let route): try await UploadsMiddleware().respond(to: route, request)
    case .voices(let route): try await VoicesMiddleware().respond(to: route, request)
    case .webhook(let route): try await WebhookMiddleware().respond(to: route, request)
    }
  }

  private func respond(
    to route: MemosRoute, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    let middleware = MemosMiddleware()
    return switch route {
    case .add: try await UploadsMiddleware().receive(request)
    case .checksum(let sha256): try await middleware.memo(sha256: sha256, request)
    case .delete(let memos): try await middleware.delete(memos)
    case .files: try await middleware.files(request)
    case .ids(let prefix): try await middleware.ids(prefix: prefix, request)
    case .list(let list): try await middleware.list(list, request)
    case .memo(let id, let route): try await respond(to: route, of: id, request, client)
    case .restore(let memos): try await middleware.restore(memos)
    case .trash(let memos): try await middleware.trash(memos)
    }
  }

  private func respond(
    to route: MemoRoute, of id: Recording.ID, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    switch route {
    case .addLink(let wanted): try await LinksMiddleware().add(to: id, wanted)
    case .audio: try await sound(of: id, request, client)
    case .cancelTranscription: try await TranscriptsMiddleware().cancel(id)
    case .change(let change): try await MemosMiddleware().change(id, change, request)
    case .editSpeakers(let change): try await TranscriptsMiddleware().edit(id, change)
    case .editTranscript(let change): try await TranscriptsMiddleware().edit(id, change, request)
    case .get: try await MemosMiddleware().get(id, request)
    case .links: try await LinksMiddleware().list(of: id, request)
    case .peaks(let count): try await AudioMiddleware().peaks(of: id, count: count, request)
    case .removeLink(let link): try await LinksMiddleware().remove(link, of: id)
    case .restore: try await MemosMiddleware().restore(id, request)
    case .summarize: try await SummaryMiddleware().make(of: id)
    case .summary: try await SummaryMiddleware().get(id, request)
    case .transcribe(let wanted): try await TranscriptsMiddleware().transcribe(id, wanted)
    case .transcript(let format): try await TranscriptsMiddleware().get(id, as: format, request)
    case .transcription: try await JobsMiddleware().current(of: id, request)
    case .trash: try await MemosMiddleware().trash(id)
    case .versions(let route):
      try await VersionsMiddleware().respond(to: route, of: id, request)
    }
  }

  private func sound(
    of id: Recording.ID, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    let sound = try await AudioMiddleware().responder(for: id)
    client.library.replies.keep(sound, request, revision: client.revision)
    return try await sound.response(to: request)
  }

  private func respond(
    to route: OpenAIRoute, _ request: HTTPRequest, keeps: Bool
  ) async throws -> HTTPResponse {
    let middleware = TranscriptionsMiddleware(keeps: keeps)
    return switch route {
    case .model(let name): try await middleware.model(name)
    case .models: try await middleware.models()
    case .realtime(let asked): try RealtimeMiddleware(webSockets).connect(asked, request)
    case .transcriptions: try await middleware.transcribe(request)
    case .translations: try middleware.translate()
    }
  }

  /// - Throws: ``ServerProblem/noLink`` if no library has the link, which counts as a wrong token.
  func respond(
    to route: SharedRoute, with secret: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let found = try await config.databaseLibraries?.library(forLinkSecret: secret)
    for library in config.libraries + [found].compactMap({ $0 }) {
      let response = try await withDependencies {
        $0.database = library.database
        $0.libraryFolder = library.folder
      } operation: { () -> HTTPResponse? in
        guard let memo = try await LinksMiddleware().memo(forSecret: secret)
        else { return nil }
        return switch route {
        case .audio: try await AudioMiddleware().responder(for: memo).response(to: request)
        case .memo: try await LinksMiddleware().get(memo, request)
        case .transcript(let format):
          try await LinksMiddleware().transcript(of: memo, as: format, request)
        }
      }
      if let response {
        RequestFacts.note { $0.library = library }
        return response
      }
    }
    try limits.countInvalidToken(in: request)
    throw ServerProblem.noLink
  }
}
