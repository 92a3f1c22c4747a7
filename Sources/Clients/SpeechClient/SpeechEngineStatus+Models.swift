extension SpeechEngineStatus {
  public var placeText: String {
    guard let server
    else { return "in \(location)" }
    return server.isOnThisMachine
      ? "at \(location), on this machine" : "at \(location), which receives the audio"
  }

  /// The model of this name, or the default one, if it is known not to support the language.
  public func model(_ name: String?, lacking language: String?) -> SpeechModel? {
    let name = name ?? self.model
    guard let language, let model = models.first(where: { $0.name == name }),
      !model.languages.isEmpty, !model.languages.contains(language)
    else { return nil }
    return model
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
