import Foundation
import NetworkAddresses

enum ServerURL {
  static func isURL(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("https:") || text.hasPrefix("http:")
  }

  /// Returns the API's base address, without its paths and trailing slash. A host alone gets `/v1`.
  static func normalized(
    _ text: String, for setting: Setting
  ) throws(Setting.Problem) -> String {
    guard isURL(text), var parts = URLComponents(string: text), let host = parts.host, !host.isEmpty
    else {
      throw Setting.Problem(
        description:
          "'\(text)' is not a server's address: use one such as \(example(for: setting))")
    }
    let key = setting == .assistant ? Setting.assistantKey : .engineKey
    // The address is not shown: it may contain the key.
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else {
      throw Setting.Problem(
        description: """
          the address can only have a host and a path: put the key in \(key.variable), or in a file \
          set with 'speechmemo settings \(key.rawValue)'
          """)
    }
    parts.scheme = parts.scheme?.lowercased()
    guard parts.scheme == "https" || host.isLoopbackHost
    else {
      throw Setting.Problem(
        description: """
          anyone between here and \(host) could read the key and the \
          \(setting == .assistant ? "transcripts" : "audio"): use https, or http for a server on \
          this machine
          """)
    }
    var path = parts.path
    let ends = ["/audio/transcriptions", "/audio", "/chat/completions", "/chat", "/models"]
    for end in ends where path.hasSuffix(end) { path.removeLast(end.count) }
    while path.hasSuffix("/") { path.removeLast() }
    parts.path = path.isEmpty ? "/v1" : path
    return parts.string ?? text
  }

  private static func example(for setting: Setting) -> String {
    setting == .assistant
      ? "'http://localhost:11434/v1', or 'off'" : "'https://api.openai.com/v1'"
  }
}
