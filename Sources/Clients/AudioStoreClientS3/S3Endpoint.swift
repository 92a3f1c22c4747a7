/// Where a service is that speaks S3: a scheme, a host and perhaps a port and a path.
public struct S3Endpoint: Equatable, Sendable {
  /// The host's name or address, with its port if that is not the usual one, as requests name it.
  public let host: String
  /// What the path of each request begins with, without a slash at its end.
  public let path: String
  /// `https`, or `http` where whoever is in between may hear everything.
  public let scheme: String

  /// Reads `https://HOST`, with a port and a path if need be; `nil` for anything else.
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
    // As it is sent, and so as it is signed.
    let usual: Substring = scheme == "https" ? "443" : "80"
    let port = match.3.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
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

/// Where what is in a bucket is found, by one endpoint.
struct S3Address: Sendable {
  let host: String
  /// Before an object's key.
  private let path: String
  private let scheme: String

  init(_ endpoint: S3Endpoint, _ config: S3Config) {
    let bucket = S3Text.escaped(config.bucket)
    host = config.usesPathStyle ? endpoint.host : "\(config.bucket).\(endpoint.host)"
    path = endpoint.path + (config.usesPathStyle ? "/\(bucket)" : "")
    scheme = endpoint.scheme
  }

  /// Scheme, host and port.
  var origin: String { "\(scheme)://\(host)" }

  /// The path of an object, or of the bucket, as it is sent.
  func path(of key: String?) -> String {
    guard let key
    else { return path.isEmpty ? "/" : path }
    return "\(path)/\(S3Text.escaped(key, keepingSlashes: true))"
  }

  /// - Parameter query: As it is sent.
  func url(of key: String?, query: String) -> String {
    "\(origin)\(path(of: key))\(query.isEmpty ? "" : "?\(query)")"
  }
}

/// Texts as they stand in addresses, exactly as signatures have them.
enum S3Text {
  /// Each byte that is not a letter, a digit or one of `-._~` as `%` and two digits.
  static func escaped(_ text: String, keepingSlashes: Bool = false) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case UInt8(ascii: "/") where keepingSlashes:
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A query in the order of its names, each with its `=`.
  static func query(_ fields: [(name: String, value: String)]) -> String {
    fields.map { (escaped($0.name), escaped($0.value)) }
      .sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
      .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  /// What lists escape so that any key can stand in them; `nil` for what is not escaped so.
  static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let pair = String(rest.prefix(2)), pair.utf8.count == 2,
          let value = UInt8(pair, radix: 16)
        else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
