/// A use of a server, with its settings, its environment variables, and the words of its errors.
public struct OpenAIService: Sendable {
  let api: String
  let busyHint: String?
  let failureHint: String?
  let name: String
  let offlineHint: String
  let result: String
  let setting: String

  /// `name`, `api` and `result` appear in errors: `speech server`, `transcription API`,
  /// `a transcript`. `setting`, the address's, also names those of the key and the authorities.
  public init(
    name: String, api: String, result: String, setting: String, offlineHint: String,
    busyHint: String? = nil, failureHint: String? = nil
  ) {
    self.api = api
    self.busyHint = busyHint
    self.failureHint = failureHint
    self.name = name
    self.offlineHint = offlineHint
    self.result = result
    self.setting = setting
  }

  var authoritiesVariable: String { "SPEECHMEMO_\(setting.uppercased())_CA" }
  var keySetting: String { "\(setting)-key" }
  var keyVariable: String { "SPEECHMEMO_\(setting.uppercased())_KEY" }
}
