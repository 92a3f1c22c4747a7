import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import URLRouting

@Sendable
func answerProblems(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  do {
    return try await next(request)
  } catch  where error is CancellationError || Task.isCancelled {
    // The client is gone, or has stopped sending. A canceled engine may fail with any error.
    return HTTPResponse(.clientClosedRequest)
  } catch {
    let problem = (error as? RouteError).map(ServerProblem.init) ?? ServerProblem(error)
    if problem.status.rawValue >= 500 {
      RequestFacts.note { $0.failure = problem.cause ?? String(describing: error) }
    }
    return HTTPResponse(problem, isForOpenAI: request.isForOpenAI)
  }
}

extension ServerProblem {
  fileprivate init(_ error: RouteError) {
    switch error {
    case .malformed(let reason): self.init(.badRequest, .invalidRequest, detail: reason)
    case .noMatch:
      self.init(.notFound, .notFound, detail: "this address does not exist on this server")
    case .otherMethods(let methods):
      let names = methods.map(\.rawValue).joined(separator: ", ")
      self.init(.methodNotAllowed, .methodNotAllowed, detail: "supported methods: \(names)")
      headers["Allow"] = names
    }
  }
}
