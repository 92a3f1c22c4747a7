public import OpenAIConnection
import SpeechClient

extension OpenAIService {
  public static let speech = Self(
    name: "speech server", api: "transcription API", result: "a transcript", setting: "engine",
    offlineHint:
      "check the network and the address, or run 'speechmemo settings engine whisper' to "
      + "transcribe on this machine",
    busyHint: "run 'speechmemo retry' later to resume",
    failureHint: "run 'speechmemo retry' to try again")
}

extension OpenAIConnection {
  /// Throws ``SpeechClient/SpeechClient/Failure`` without a response.
  func models() async throws -> ServerResponse {
    do {
      return try await get("/models")
    } catch let failure as OpenAIFailure {
      throw SpeechClient.Failure(failure)
    }
  }

  func transcribe(_ form: FormBody, lasting sound: Duration) async throws -> ServerResponse {
    do {
      // No usable server takes four times as long as the audio, and it sends nothing until then.
      return try await post(
        "/audio/transcriptions", form.bytes, type: form.contentType,
        timeout: server.timeout + sound * 4)
    } catch let failure as OpenAIFailure {
      throw SpeechClient.Failure(failure)
    }
  }
}

extension SpeechClient.Failure {
  init(_ failure: OpenAIFailure) {
    self = .engine(message: failure.message, hint: failure.hint)
  }
}

extension OpenAIServer {
  func speechFailure(_ response: ServerResponse, model: String? = nil) -> SpeechClient.Failure {
    switch response.status {
    case 404, 405:
      guard let model, problem(in: response)?.isAbout(model: model) == true
      else { return SpeechClient.Failure(failure(response)) }
      return .weights(
        message: "the speech server \(name) has no model '\(model)'",
        hint: "see 'speechmemo models', and select one with 'speechmemo models use NAME'")
    case 413:
      return .engine(
        message: "the speech server \(name) rejects even a few seconds of audio",
        hint: "raise the request size limit of the server or of the proxy in front of it")
    case 401...403, 429:
      return SpeechClient.Failure(failure(response))
    case 400..<500:
      return requestFailure(response)
    default:
      return SpeechClient.Failure(failure(response))
    }
  }

  private func requestFailure(_ response: ServerResponse) -> SpeechClient.Failure {
    let words = problem(in: response)?.text.lowercased() ?? ""
    if words.contains("language") {
      return .request(
        message: "the speech server \(name) does not accept the language\(detail(of: response))",
        hint: "'speechmemo settings language auto' lets it detect the language")
    }
    if ["audio", "decode", "corrupt"].contains(where: words.contains) {
      return .audio(
        message: "the speech server \(name) cannot read the audio\(detail(of: response))")
    }
    return .request(message: failure(response).message)
  }
}
