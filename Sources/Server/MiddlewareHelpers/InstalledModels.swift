public import SpeechClient

extension SpeechClient {
  /// The model if it is installed, otherwise `nil` for the default: clients send the names that
  /// their usual server knows.
  public func knownModel(_ name: String?) async -> String? {
    guard let name, !name.isEmpty, !name.contains("/"), !name.hasPrefix("gpt-"), name != "whisper-1"
    else { return nil }
    return await installedModels().contains(name) ? name : nil
  }
}
