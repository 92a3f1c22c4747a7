import ConcurrencyExtras
import LibCurl
import WebhookClient

final class HTTPPost: Sendable {
  private static let answerLimit = 2_000

  private static let limits = {
    var limits = CurlTransfer.Limits()
    limits.connectTimeout = 5_000
    limits.totalTimeout = 15_000
    return limits
  }()

  private let transfer: CurlTransfer

  init(url: String, headers: [String], body: [UInt8]) {
    transfer = CurlTransfer(
      "POST", url, headers: headers, body: .bytes(body), limits: Self.limits)
  }

  /// Takes up to a second.
  func cancel() { transfer.cancel() }

  func send() throws -> WebhookResponse {
    var status = 0
    var answer: [UInt8] = []
    do {
      try transfer.perform {
        status = $0.status
      } onBytes: { bytes in
        answer += bytes.prefix(Self.answerLimit - answer.count)
        return answer.count < Self.answerLimit
      }
    } catch let failure as CurlFailure {
      throw WebhookFailure(failure.description)
    }
    return WebhookResponse(status: status, text: String(decoding: answer, as: UTF8.self))
  }
}
