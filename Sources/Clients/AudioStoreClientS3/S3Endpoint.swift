import Foundation

public struct S3Endpoint: Equatable, Sendable {
  public let host: String
  public let path: String
  public let scheme: String

  public init?(_ text: String) {
    let pattern =
      #/
      (https?)://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?
      ((?:/[A-Za-z0-9._~-]+)*)/?
      /#
    guard let match = text.wholeMatch(of: pattern),
      !String(match.4).split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { return nil }
    scheme = String(match.1)
    // The host is signed as it is sent.
    let defaultPort: Substring = scheme == "https" ? "443" : "80"
    let port = match.3.flatMap { $0 == defaultPort ? nil : ":\($0)" } ?? ""
    host = match.2.lowercased() + port
    path = String(match.4)
  }

  init(variable: (name: String, value: String)) throws(S3ConfigProblem) {
    guard let endpoint = Self(variable.value)
    else {
      throw .malformed(
        variable: variable.name, variable.value, hint: "an address such as https://s3.example.org")
    }
    self = endpoint
  }

  private init(https host: String) {
    self.host = host
    path = ""
    scheme = "https"
  }

  static func amazon(_ region: String) -> Self {
    Self(https: "s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")")
  }
}

struct S3Address: Sendable {
  let host: String
  private let path: String
  private let scheme: String

  init(_ endpoint: S3Endpoint, _ config: S3Config) {
    let bucket = S3Text.escaped(config.bucket)
    host = config.usesPathStyle ? endpoint.host : "\(config.bucket).\(endpoint.host)"
    path = endpoint.path + (config.usesPathStyle ? "/\(bucket)" : "")
    scheme = endpoint.scheme
  }

  var origin: String { "\(scheme)://\(host)" }

  func path(of key: String?) -> String {
    guard let key
    else { return path.isEmpty ? "/" : path }
    return "\(path)/\(S3Text.escaped(key, keepingSlashes: true))"
  }

  func url(of key: String?, query: String) -> String {
    "\(origin)\(path(of: key))\(query.isEmpty ? "" : "?\(query)")"
  }
}

enum S3Text {
  static func escaped(_ text: String, keepingSlashes: Bool = false) -> String {
    let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    let allowed = CharacterSet(charactersIn: keepingSlashes ? kept + "/" : kept)
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  static func query(_ fields: [(name: String, value: String)]) -> String {
    fields.map { (escaped($0.name), escaped($0.value)) }
      .sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
      .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  static func unescaped(_ text: String) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
