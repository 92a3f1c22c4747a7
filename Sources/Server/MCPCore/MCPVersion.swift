/// The protocol's revisions that are understood here, by their dates.
enum MCPVersion {
  /// Those that a client begins with `initialize`, the oldest first.
  static let handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", newestHandshake]
  static let newestHandshake = "2025-11-25"
  /// The one without a beginning: each request says all that is needed to answer it.
  static let stateless = "2026-07-28"

  /// The revision that is spoken with a client that asks for this one.
  static func handshake(asked version: String?) -> String {
    handshakes.first { $0 == version } ?? newestHandshake
  }
}
