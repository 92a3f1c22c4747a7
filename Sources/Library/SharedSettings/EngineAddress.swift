import Foundation

/// The address of a server with OpenAI's transcription API, as a person may write it.
enum EngineAddress {
  /// Whether a text is meant as an address, and not as the path of a program.
  static func isMeant(by text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("https:") || text.hasPrefix("http:")
  }

  /// The address that the paths of the API follow, without a slash at its end. Where it names a host
  /// alone, that is the usual `/v1`; what the API adds is taken away again.
  ///
  /// - Throws: ``Setting/Problem``.
  static func normalized(_ text: String) throws(Setting.Problem) -> String {
    guard var parts = URLComponents(string: text), let host = parts.host, !host.isEmpty
    else {
      throw Setting.Problem(
        description:
          "'\(text)' is not a server's address: use one such as 'https://api.openai.com/v1'")
    }
    // Not shown: it may have the key in it.
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else {
      throw Setting.Problem(
        description: """
          the address can only have a host and a path: put the key in SPEECHMEMO_ENGINE_KEY, or in a \
          file set with 'speechmemo settings engine-key'
          """)
    }
    parts.scheme = parts.scheme?.lowercased()
    guard parts.scheme == "https" || isLoopback(host)
    else {
      throw Setting.Problem(
        description: """
          anyone between here and \(host) could listen and read the key: use https, or http for a \
          server on this machine
          """)
    }
    var path = parts.path
    for end in ["/audio/transcriptions", "/audio", "/models"] where path.hasSuffix(end) {
      path.removeLast(end.count)
    }
    while path.hasSuffix("/") { path.removeLast() }
    parts.path = path.isEmpty ? "/v1" : path
    return parts.string ?? text
  }

  private static func isLoopback(_ host: String) -> Bool {
    ["localhost", "::1", "[::1]"].contains(host.lowercased())
      || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
  }
}
