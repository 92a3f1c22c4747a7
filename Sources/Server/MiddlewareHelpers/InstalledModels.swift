public import SpeechClient

extension SpeechClient {
  /// An installed model; `nil` for other names, such as those that the client's usual server knows.
  public func knownModel(_ name: String?) async -> String? {
    guard let name, !name.isEmpty, !name.contains("/"), !name.hasPrefix("gpt-"), name != "whisper-1"
    else { return nil }
    return await installedModels().contains(name) ? name : nil
  }
}
