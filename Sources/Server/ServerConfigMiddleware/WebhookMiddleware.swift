public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
import WebhookClient
import WebhookCore

/// A library's webhook. Hosted libraries may only use addresses on the internet.
public struct WebhookMiddleware: Sendable {
  public init() {}

  public func respond(
    to route: WebhookRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .change(let wanted): return try await change(wanted)
    case .get: return try request.json(CurrentWebhook(try await WebhookSetting().current()))
    case .remove:
      try await WebhookSetting().remove()
      return .noContent
    case .test: return try .json(try await test())
    }
  }

  private func change(_ wanted: WebhookRequest) async throws -> HTTPResponse {
    do {
      let secret = try await WebhookSetting().set(wanted.url)
      var response = try HTTPResponse.json(AddedWebhook(url: wanted.url, secret: secret.text))
      response.headers["Cache-Control"] = "no-store"
      return response
    } catch let problem as WebhookSetting.Problem {
      throw ServerProblem(.unprocessableContent, .invalidValue, detail: "url: \(problem)")
    }
  }

  private func test() async throws -> WebhookTest {
    do {
      guard let response = try await WebhookSetting().test()
      else {
        throw ServerProblem.notFound("this library has no webhook: set one with PUT first")
      }
      return WebhookTest(isAccepted: response.isSuccess, status: response.status)
    } catch let problem as WebhookSetting.Problem {
      throw ServerProblem(.conflict, .invalidValue, detail: problem.description)
    } catch let failure as WebhookFailure {
      return WebhookTest(isAccepted: false, reason: failure.description)
    }
  }
}
