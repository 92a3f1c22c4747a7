enum MCPVersion {
  /// The only revision that requires batches. The next one removed them.
  static let batches = "2025-03-26"
  /// Revisions that begin with `initialize`, oldest first.
  static let handshakes = ["2024-11-05", batches, "2025-06-18", newestHandshake]
  static let newestHandshake = "2025-11-25"
  /// The revision without a handshake: each request is self-contained.
  static let stateless = "2026-07-28"

  static func handshake(requested version: String?) -> String {
    handshakes.first { $0 == version } ?? newestHandshake
  }
}
