extension SpeechEngineStatus {
  /// Why weights cannot be named so; `nil` where they can, or where the engine cannot be asked.
  ///
  /// - Parameters:
  ///   - name: What is no folder, and has no owner: one of many that can be downloaded.
  ///   - word: What may be given besides, to be put before the choices.
  public func problem(ofModel name: String, or word: String = "") -> String? {
    let names = models.map(\.name)
    guard failure == nil, !names.isEmpty, !names.contains(name)
    else { return nil }
    return """
      the speech engine knows no '\(name)': use \(word)a folder that holds a model, or one of \
      \(names.joined(separator: ", "))
      """
  }
}
