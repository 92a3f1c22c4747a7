public import Dependencies
public import WebhookClient

extension WebhookClient: DependencyKey {
  public static var liveValue: Self { live(timeout: 15_000) }

  /// - Parameter timeout: The limit of a whole request in milliseconds, `nil` for none.
  static func live(timeout: Int?) -> Self {
    // The running file, even if another has its name now.
    let processes = SendingProcesses(program: "/proc/self/exe")
    return Self(
      newSecret: {
        var random = SystemRandomNumberGenerator()
        return WebhookSecret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
      },
      send: { try await $0.post(timeout: timeout) },
      startSending: { try processes.start() })
  }
}
