import AudioMiddleware
import Dependencies
import HTTPMessages
import LibraryFolder
import LinksMiddleware
import MetricsMiddleware
import ServerRouter

extension SiteMiddleware {
  /// - Throws: ``ServerProblem/noLink`` if no library has the link, which counts as a wrong token.
  func answer(
    to route: SharedRoute, with secret: String, _ request: HTTPRequest,
    _ metrics: inout RequestMetrics?
  ) async throws -> HTTPResponse {
    try limits.requireNotBlocked(in: request)
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
        case .transcript(let wanted):
          try await LinksMiddleware().transcript(of: memo, wanted, request)
        }
      }
      if let response {
        metrics = library.metrics
        return response
      }
    }
    try limits.countInvalidToken(in: request)
    throw ServerProblem.noLink
  }
}
