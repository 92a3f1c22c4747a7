public import SpeechClient

extension SpeechClient {
  /// OpenAI's names of models, which select the default model here.
  public static let openAIModels: Set = [
    "gpt-4o-mini-transcribe", "gpt-4o-transcribe", "gpt-4o-transcribe-diarize", "whisper-1",
  ]

  /// An installed model; `nil` for other names, such as those that the client's usual server knows.
  public func knownModel(_ name: String?) async -> String? {
    guard let name, !name.isEmpty, !name.contains("/"), !name.hasPrefix("gpt-"), name != "whisper-1"
    else { return nil }
    return await installedModels().contains(name) ? name : nil
  }
}
