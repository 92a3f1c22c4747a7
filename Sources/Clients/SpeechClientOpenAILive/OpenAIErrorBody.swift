import Foundation
import LibCurl
import SharedModels
import SpeechClient

struct OpenAIErrorBody: Equatable {
  var code: String?
  var text: String
}

extension ServerResponse {
  var isJSON: Bool {
    let first = body.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// `{"error": {"message", "code"}}`, `{"error": "…"}`, `{"detail": "…"}`, `{"detail": [{"msg"}]}`
  /// or `{"message": "…"}`.
  var problem: OpenAIErrorBody? {
    guard isJSON,
      let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    else { return nil }
    let error = object["error"] as? [String: Any] ?? object
    let code = [error["code"], error["type"]].lazy.compactMap { $0 as? String }.first
    let detail = (object["detail"] as? [[String: Any]])?.compactMap { each -> String? in
      let place = (each["loc"] as? [Any])?.last.map { "\($0): " } ?? ""
      return (each["msg"] as? String).map { place + $0 }
    }.joined(separator: "; ")
    let text = [error["message"], object["error"], object["detail"], detail, object["title"]]
      .lazy.compactMap { $0 as? String }.first { !$0.isEmpty }
    return text.map { OpenAIErrorBody(code: code, text: $0) }
  }
}

extension OpenAIServer {
  private var offlineHint: String {
    "check the network and the address, or run 'speechmemo settings engine whisper' to "
      + "transcribe on this machine"
  }

  private var addressHint: String {
    "the address usually ends in /v1: change it with 'speechmemo settings engine URL'"
  }

  func unreachable(_ failure: CurlFailure) -> SpeechClient.Failure {
    .engine(
      message: "the speech server \(name) cannot be reached: \(failure)",
      hint: failure.isCertificateError
        ? "if it is your own, set SPEECHMEMO_ENGINE_CA to the file with its certificate authority"
        : offlineHint)
  }

  func failure(_ response: ServerResponse, model: String? = nil) -> SpeechClient.Failure {
    let problem = response.problem.map { OpenAIErrorBody(code: $0.code, text: shown($0.text)) }
    let detail = problem.map { ": \($0.text)" } ?? ""
    switch response.status {
    case 200..<300:
      return .engine(
        message: response.isJSON
          ? "the speech server \(name) did not return a transcript"
          : "the server at \(address) has no transcription API",
        hint: addressHint)
    case 300..<400:
      let place = response.fields["location"].map { ", which redirects to \(shown($0))" } ?? ""
      return .engine(message: "the speech server is not at \(address)\(place)", hint: addressHint)
    case 401:
      let key = (try? key()) ?? nil
      return .engine(
        message: key == nil
          ? "the speech server \(name) requires a key"
          : "the speech server \(name) rejected the key",
        hint: "set \(Self.keyVariable), or put the key in a file and run 'speechmemo settings "
          + "engine-key FILE'")
    case 402, 403:
      return .engine(message: "the speech server \(name) refused the request\(detail)", hint: nil)
    case 404, 405:
      if let model, let problem, problem.isAbout(model) {
        return .weights(
          message: "the speech server \(name) has no model '\(model)'",
          hint: "see 'speechmemo models', and select one with 'speechmemo models use NAME'")
      }
      return .engine(message: "no transcription API found at \(address)", hint: addressHint)
    case 413:
      return .engine(
        message: "the speech server \(name) rejects even a few seconds of audio",
        hint: "raise the request size limit of the server or of the proxy in front of it")
    case 429:
      let wait = response.retryAfter.map {
        ", and asks to wait \(Int($0 / .seconds(1)).counted("second"))"
      }
      return .engine(
        message: "the speech server \(name) accepts no more requests for now\(wait ?? "")\(detail)",
        hint: "run 'speechmemo retry' later to resume")
    case 400..<500:
      return request(problem, detail)
    default:
      return .engine(
        message: "the speech server \(name) failed with status \(response.status)\(detail)",
        hint: "run 'speechmemo retry' to try again")
    }
  }

  private func request(_ problem: OpenAIErrorBody?, _ detail: String) -> SpeechClient.Failure {
    let words = problem?.text.lowercased() ?? ""
    if words.contains("language") {
      return .request(
        message: "the speech server \(name) does not accept the language\(detail)",
        hint: "'speechmemo settings language auto' lets it detect the language")
    }
    if ["audio", "decode", "corrupt"].contains(where: words.contains) {
      return .audio(message: "the speech server \(name) cannot read the audio\(detail)")
    }
    return .request(message: "the speech server \(name) rejected the request\(detail)")
  }

  /// Returns a server's text in one line, without the key, which some servers repeat.
  private func shown(_ text: String) -> String {
    var text = text.withoutControls.trimmingCharacters(in: .whitespaces)
    if let key = (try? key()) ?? nil { text = text.replacingOccurrences(of: key, with: "…") }
    return String(text.prefix(200))
  }
}

extension OpenAIErrorBody {
  fileprivate func isAbout(_ model: String) -> Bool {
    code == "model_not_found" || text.contains(model)
  }
}
