import Foundation
import LibCurl
import NetworkAddresses
import WebhookClient

extension WebhookMessage {
  private static let answerLimit = 2_000

  func post(timeout: Int?) async throws -> WebhookResponse {
    var limits = CurlTransfer.Limits()
    limits.connectTimeout = 5_000
    limits.totalTimeout = timeout
    if isPublic { limits.allowsAddress = { IPAddress($0)?.isPublic == true } }
    let transfer = CurlTransfer(
      "POST", url.absoluteString, headers: headers, body: .bytes(Array(body.utf8)), limits: limits)
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
