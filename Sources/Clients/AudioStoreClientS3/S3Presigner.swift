import Foundation
import Hashing
import SharedModels

/// Signs URLs with AWS Signature Version 4, since libcurl signs only its own requests.
struct S3Presigner {
  let address: S3Address
  let credentials: S3Credentials
  let region: String

  static let longestLifetime = 7 * 86_400

  /// `headers` are required in the request and have lowercase names. `lifetime` is in seconds.
  func url(
    _ method: String, of key: String, query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], date: Date, lifetime: Int
  ) -> String {
    let time = Self.time(date)
    let day = time.prefix(8)
    let scope = "\(day)/\(region)/s3/aws4_request"
    let signed = headers.merging(["host": address.host]) { $1 }.sorted { $0.key < $1.key }
    let names = signed.map(\.key).joined(separator: ";")
    var fields = query
    fields += [
      ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
      ("X-Amz-Credential", "\(credentials.keyID)/\(scope)"),
      ("X-Amz-Date", time),
      ("X-Amz-Expires", "\(min(max(lifetime, 1), Self.longestLifetime))"),
      ("X-Amz-SignedHeaders", names),
    ]
    if let token = credentials.sessionToken { fields.append(("X-Amz-Security-Token", token)) }
    let sent = S3Text.query(fields)
    let request = [
      method, address.path(of: key), sent,
      signed.map { "\($0.key):\($0.value)\n" }.joined(), names, "UNSIGNED-PAYLOAD",
    ].joined(separator: "\n")
    let text = ["AWS4-HMAC-SHA256", time, scope, Checksum.of(request)].joined(separator: "\n")
    let signingKey = ["\(day)", region, "s3", "aws4_request"].reduce(
      Array("AWS4\(credentials.secret)".utf8)
    ) { key, part in
      authenticationCode(of: Array(part.utf8), key: key)
    }
    let signature = hexadecimal(authenticationCode(of: Array(text.utf8), key: signingKey))
    return address.url(of: key, query: "\(sent)&X-Amz-Signature=\(signature)")
  }

  static func time(_ date: Date) -> String {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    return second.iso8601.filter { $0 != "-" && $0 != ":" }
  }
}
