extension SpeechEngineStatus {
  /// Where the engine is, as a person reads it: `in /opt/engine`.
  public var placeText: String {
    guard let server
    else { return "in \(location)" }
    return server.isOnThisMachine
      ? "at \(location), on this machine" : "at \(location), which receives the audio"
  }

  /// Why weights cannot be named so; `nil` where they can, or where the engine cannot be asked.
  ///
  /// - Parameters:
  ///   - name: What is no folder, and has no owner: one of many that can be downloaded.
  ///   - word: What may be given besides, to be put before the choices.
  public func problem(ofModel name: String, or word: String = "") -> String? {
    let names = models.map(\.name)
    guard failure == nil, !names.isEmpty, !names.contains(name)
    else { return nil }
    let all = names.joined(separator: ", ")
    if let server {
      return "the speech server \(server.name) has no model '\(name)': use \(word)one of \(all)"
    }
    return """
      the speech engine has no model '\(name)': use \(word)a folder with a model, or one of \(all)
      """
  }
}
