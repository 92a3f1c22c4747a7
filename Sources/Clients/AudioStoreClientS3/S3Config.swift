public import Foundation

/// A bucket, or a prefix, for audio only, with its credentials: unfinished uploads are aborted.
public struct S3Config: Sendable {
  public var bucket: String
  /// CA certificates to trust instead of the system's.
  public var authorities: URL?
  public var credentials: S3Credentials
  public var endpoint: S3Endpoint
  public var prefix: String
  /// The endpoint for links to clients; `nil` if they can't reach the service.
  public var publicEndpoint: S3Endpoint?
  public var region: String
  public var usesPathStyle: Bool

  public init(
    bucket: String, prefix: String = "", endpoint: S3Endpoint? = nil,
    region: String = "us-east-1", usesPathStyle: Bool? = nil, publicEndpoint: S3Endpoint? = nil,
    credentials: S3Credentials, authorities: URL? = nil
  ) {
    let amazon = S3Endpoint.amazon(region)
    self.authorities = authorities
    self.bucket = bucket
    self.credentials = credentials
    self.endpoint = endpoint ?? amazon
    self.prefix = prefix
    self.publicEndpoint = publicEndpoint ?? (endpoint == nil ? amazon : nil)
    self.region = region
    // No certificate covers a bucket name with a dot as part of the host name.
    self.usesPathStyle = usesPathStyle ?? (endpoint != nil || bucket.contains("."))
  }
}

extension S3Config {
  /// Parses `s3://BUCKET/PREFIX` and `SPEECHMEMO_S3_…`, or Amazon's. Throws ``S3ConfigProblem``.
  public init(
    _ address: String, environment: [String: String],
    read: (URL) throws -> String? = S3Config.text
  ) throws {
    let variables = S3Variables(environment)
    guard let match = address.wholeMatch(of: /s3:\/\/([A-Za-z0-9._-]{3,255})(?:\/(.*))?/)
    else { throw S3ConfigProblem.notAnAddress(address) }
    let parts = (match.2 ?? "").split(separator: "/", omittingEmptySubsequences: true)
    guard parts.allSatisfy({ $0 != "." && $0 != ".." }), (match.2 ?? "").utf8.count <= 700,
      (match.2 ?? "").unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw S3ConfigProblem.notAnAddress(address) }
    let style: Bool? =
      switch variables["PATH_STYLE"]?.value {
      case nil: nil
      case "1", "true"?: true
      case "0", "false"?: false
      case let text?:
        throw S3ConfigProblem.malformed(variable: "SPEECHMEMO_S3_PATH_STYLE", text, hint: "1 or 0")
      }
    let region = variables["REGION", "AWS_REGION", "AWS_DEFAULT_REGION"]
    if let region, region.value.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) == nil {
      throw S3ConfigProblem.malformed(
        variable: region.name, region.value, hint: "a name such as eu-central-1")
    }
    self.init(
      bucket: String(match.1), prefix: parts.map { "\($0)/" }.joined(),
      endpoint: try variables["ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]
        .map(S3Endpoint.init(variable:)),
      region: region?.value ?? "us-east-1", usesPathStyle: style,
      publicEndpoint: try variables["PUBLIC_ENDPOINT"].map(S3Endpoint.init(variable:)),
      credentials: try S3Credentials(variables, read: read),
      authorities: variables["CA", "AWS_CA_BUNDLE"].map { URL(fileURLWithPath: $0.value) })
  }

  public static func text(of file: URL) throws -> String? {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    } catch {
      throw S3ConfigProblem.unreadable(path: file.path)
    }
  }

  public var address: String { "s3://\(bucket)/\(prefix)" }
}

struct S3Variables {
  private let environment: [String: String]

  init(_ environment: [String: String]) {
    self.environment = environment.filter { !$0.value.isEmpty }
  }

  subscript(name: String, others: String...) -> (name: String, value: String)? {
    for name in ["SPEECHMEMO_S3_\(name)"] + others {
      if let value = environment[name] { return (name, value) }
    }
    return nil
  }

  var home: String? { environment["HOME"] }
}

public enum S3ConfigProblem: Error, Equatable, CustomStringConvertible {
  case halfKey(missing: String)
  case malformed(variable: String, String, hint: String)
  /// Names the variable, never the key.
  case malformedKey(String)
  case noKeys
  case noProfile(String, path: String)
  case notAnAddress(String)
  case unreadable(path: String)

  public var description: String {
    switch self {
    case .halfKey(let name): "only half of the access key is set: set \(name) as well"
    case .malformed(let variable, let text, let hint): "\(variable) is '\(text)': use \(hint)"
    case .malformedKey(let name):
      "\(name) is not a valid key: copy it as the service shows it, without any whitespace"
    case .noKeys:
      """
      no access keys are set for the audio store: set SPEECHMEMO_S3_ACCESS_KEY_ID and \
      SPEECHMEMO_S3_SECRET_ACCESS_KEY, or set SPEECHMEMO_S3_CREDENTIALS to a file that contains them
      """
    case .noProfile(let name, let path):
      "\(path) has no keys for the profile '\(name)': add them under [\(name)], or set another profile"
    case .notAnAddress(let text):
      "'\(text)' is not an audio store: use s3://BUCKET or s3://BUCKET/PREFIX"
    case .unreadable(let path):
      "\(path) cannot be read: check that it exists, is a text file, and is readable"
    }
  }
}
