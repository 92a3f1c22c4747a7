extension SpeechEngineStatus {
  public var placeText: String {
    guard let server
    else { return "in \(location)" }
    return server.isOnThisMachine
      ? "at \(location), on this machine" : "at \(location), which receives the audio"
  }

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
