import Foundation
import LibCurl
import WebhookClient

extension WebhookMessage {
  private static let answerLimit = 2_000

  private static let limits = {
    var limits = CurlTransfer.Limits()
    limits.connectTimeout = 5_000
    limits.totalTimeout = 15_000
    return limits
  }()

  func post() async throws -> WebhookResponse {
    let transfer = CurlTransfer(
      "POST", url.absoluteString, headers: headers, body: .bytes(Array(body.utf8)),
      limits: Self.limits)
    do {
      let response = try await transfer.response(onThread: "webhook")
      let answer = try await response.bytes(upTo: Self.answerLimit)
      return WebhookResponse(
        status: response.head.status, text: String(decoding: answer, as: UTF8.self))
    } catch let failure as CurlFailure {
      throw WebhookFailure(failure.description)
    }
  }
}
