extension SpeechClient {
  /// The names of the models that this machine has.
  public func installedModels() async -> [String] {
    await engineStatus().models.filter(\.isInstalled).map(\.name)
  }
}
