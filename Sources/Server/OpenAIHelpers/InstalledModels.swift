public import SpeechClient

extension SpeechClient {
  /// The model of that name where this machine has it, and otherwise `nil` for the usual one:
  /// clients send the names that their usual server knows.
  public func knownModel(_ name: String?) async -> String? {
    guard let name, !name.isEmpty, !name.contains("/"), !name.hasPrefix("gpt-"), name != "whisper-1"
    else { return nil }
    return await installedModels().contains(name) ? name : nil
  }
}
