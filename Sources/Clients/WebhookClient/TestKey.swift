public import Dependencies

extension WebhookClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self {
    Self(
      newSecret: { WebhookSecret(bytes: Array(repeating: 7, count: 32)) },
      send: { _ in WebhookResponse(status: 204) },
      startSending: {})
  }
}
