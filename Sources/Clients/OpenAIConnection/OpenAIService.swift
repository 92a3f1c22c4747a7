/// A use of a server, with its settings, its environment variables, and the words of its errors.
public struct OpenAIService: Sendable {
  let api: String
  let busyHint: String?
  let failureHint: String?
  let name: String
  let offlineHint: String
  let result: String
  let setting: String

  /// - Parameters:
  ///   - name: The server's name in errors, such as `speech server`.
  ///   - api: The API's name in errors, such as `transcription API`.
  ///   - result: A response in errors, such as `a transcript`.
  ///   - setting: The setting with the address, which also names the settings and variables of the
  ///     key and the certificate authorities.
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
