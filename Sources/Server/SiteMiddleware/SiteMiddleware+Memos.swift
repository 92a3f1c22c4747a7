import AudioMiddleware
import HTTPMessages
import JobsMiddleware
import LinksMiddleware
import MemosMiddleware
import ServerRouter
import SharedModels
import TranscriptsMiddleware

extension SiteMiddleware {
  func answer(
    to route: MemosRoute, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    let middleware = MemosMiddleware()
    return switch route {
    case .checksum(let sha256): try await middleware.memo(sha256: sha256, request)
    case .delete(let memos): try await middleware.delete(memos)
    case .files: try await middleware.files(request)
    case .ids(let wanted): try await middleware.ids(wanted, request)
    case .list(let list): try await middleware.list(list, request)
    case .memo(let id, let route): try await answer(to: route, of: id, request, client)
    case .restore(let memos): try await middleware.restore(memos)
    case .trash(let memos): try await middleware.trash(memos)
    }
  }

  private func answer(
    to route: MemoRoute, of id: Recording.ID, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    switch route {
    case .addLink(let wanted): try await LinksMiddleware().add(to: id, wanted)
    case .audio: try await sound(of: id, request, client)
    case .cancelTranscription: try await TranscriptsMiddleware().cancel(id)
    case .change(let change): try await MemosMiddleware().change(id, change, request)
    case .changeText(let change): try await TranscriptsMiddleware().change(id, change)
    case .get: try await MemosMiddleware().get(id, request)
    case .job: try await JobsMiddleware().current(of: id, request)
    case .links: try await LinksMiddleware().list(of: id, request)
    case .peaks(let wanted): try await AudioMiddleware().peaks(of: id, wanted, request)
    case .removeLink(let link): try await LinksMiddleware().remove(link, of: id)
    case .restore: try await MemosMiddleware().restore(id, request)
    case .transcribe(let wanted): try await TranscriptsMiddleware().transcribe(id, wanted)
    case .transcript(let wanted): try await TranscriptsMiddleware().get(id, wanted, request)
    case .transcription: try await TranscriptsMiddleware().transcription(id, request)
    case .trash: try await MemosMiddleware().trash(id, request)
    }
  }

  private func sound(
    of id: Recording.ID, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    let sound = try await AudioMiddleware().responder(for: id)
    client.library.replies.keep(sound, request, revision: client.revision)
    return try await sound.response(to: request)
  }

  func answer(to route: JobsRoute, _ request: HTTPRequest) async throws -> HTTPResponse {
    let middleware = JobsMiddleware()
    return switch route {
    case .cancel(let job): try await middleware.cancel(job)
    case .finished(let wanted): try await middleware.finished(wanted, request)
    case .list: try await middleware.list(request)
    case .segments(let job, let wanted): try await middleware.segments(of: job, wanted, request)
    }
  }
}
