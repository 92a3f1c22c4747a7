import ConcurrencyExtras
import LibCurl
import Foundation
import WebhookClient

/// One request, from its start to its end.
final class HTTPPost: Sendable {
  /// As much of an answer is kept, and waited for, in bytes.
  private static let answerLimit = 2_000

  /// A receiver that is slower is as good as none.
  private static let limits = {
    var limits = CurlTransfer.Limits()
    limits.connect = 5_000
    limits.total = 15_000
    return limits
  }()

  private let transfer: CurlTransfer

  init(url: String, headers: [String], body: [UInt8]) {
    transfer = CurlTransfer(
      "POST", url, headers: headers, body: .bytes(body), limits: Self.limits)
  }

  /// Ends it within a second.
  func cancel() { transfer.cancel() }

  /// Waits, with the thread, for the answer.
  func send() throws -> WebhookAnswer {
    var status = 0
    var answer: [UInt8] = []
    do {
      try transfer.perform {
        status = $0.status
      } onBytes: { bytes in
        answer += bytes.prefix(Self.answerLimit - answer.count)
        // Whatever else comes is not waited for.
        return answer.count < Self.answerLimit
      }
    } catch let failure as CurlFailure {
      throw WebhookFailure(failure.description)
    }
    return WebhookAnswer(status: status, text: String(decoding: answer, as: UTF8.self))
  }
}
