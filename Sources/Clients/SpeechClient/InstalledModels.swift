extension SpeechClient {
  public func installedModels() async -> [String] {
    await engineStatus().models.filter(\.isInstalled).map(\.name)
  }
}
