public import Foundation
import LibCurl
import SharedModels

public struct OpenAIFailure: Error, Equatable, Sendable {
  public let hint: String?
  public let message: String

  public init(_ message: String, hint: String? = nil) {
    self.hint = hint
    self.message = message
  }
}

extension OpenAIFailure: LocalizedError, CustomStringConvertible {
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
  public var errorDescription: String? { description }
}

extension OpenAIServer {
  func unreachable(_ failure: CurlFailure) -> OpenAIFailure {
    OpenAIFailure(
      "the \(service.name) \(name) cannot be reached: \(failure)",
      hint: failure.isCertificateError
        ? "if it is your own, set \(service.authoritiesVariable) to the file with its certificate "
          + "authority"
        : service.offlineHint)
  }

  /// The failure that a response means, including one of status 200 without the expected result.
  public func failure(_ response: ServerResponse) -> OpenAIFailure {
    let detail = detail(of: response)
    switch response.status {
    case 200..<300:
      return OpenAIFailure(
        response.isJSON
          ? "the \(service.name) \(name) did not return \(service.result)"
          : "the server at \(address) has no \(service.api)",
        hint: addressHint)
    case 300..<400:
      let place = response.fields["location"].map { ", which redirects to \(shown($0))" } ?? ""
      return OpenAIFailure("the \(service.name) is not at \(address)\(place)", hint: addressHint)
    case 401:
      let key = (try? key()) ?? nil
      return OpenAIFailure(
        "the \(service.name) \(name) \(key == nil ? "requires a key" : "rejected the key")",
        hint: "set \(service.keyVariable), or put the key in a file and run 'speechmemo settings "
          + "\(service.keySetting) FILE'")
    case 402, 403:
      return OpenAIFailure("the \(service.name) \(name) refused the request\(detail)")
    case 404, 405:
      return OpenAIFailure("no \(service.api) found at \(address)", hint: addressHint)
    case 429:
      let wait = response.retryAfter.map {
        ", and asks to wait \(Int($0 / .seconds(1)).counted("second"))"
      }
      return OpenAIFailure(
        "the \(service.name) \(name) accepts no more requests for now\(wait ?? "")\(detail)",
        hint: service.busyHint)
    case 400..<500:
      return OpenAIFailure("the \(service.name) \(name) rejected the request\(detail)")
    default:
      return OpenAIFailure(
        "the \(service.name) \(name) failed with status \(response.status)\(detail)",
        hint: service.failureHint)
    }
  }

  private var addressHint: String {
    "the address usually ends in /v1: change it with 'speechmemo settings \(service.setting) URL'"
  }

  /// The server's description of the problem, safe to show.
  public func problem(in response: ServerResponse) -> OpenAIErrorBody? {
    response.problem.map { OpenAIErrorBody(code: $0.code, text: shown($0.text)) }
  }

  public func detail(of response: ServerResponse) -> String {
    problem(in: response).map { ": \($0.text)" } ?? ""
  }

  /// Returns a server's text in one line, without the key, which some servers repeat.
  private func shown(_ text: String) -> String {
    var text = text.withoutControls.trimmingCharacters(in: .whitespaces)
    if let key = (try? key()) ?? nil { text = text.replacingOccurrences(of: key, with: "…") }
    return String(text.prefix(200))
  }
}
