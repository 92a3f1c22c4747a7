public import Foundation

/// Where a bucket is, and who asks for what is in it.
///
/// A bucket, or what begins in it with one prefix, should be for sound alone: uploads there that were
/// begun and never finished are ended.
public struct S3Config: Sendable {
  /// The bucket's name.
  public var bucket: String
  /// The file with the authorities whose certificates count in the place of the system's.
  public var authorities: URL?
  public var credentials: S3Credentials
  /// Where the service is.
  public var endpoint: S3Endpoint
  /// What the key of each object begins with, which ends with `/` unless it is empty.
  public var prefix: String
  /// Where clients reach the service, by links; `nil` where they do not.
  public var publicEndpoint: S3Endpoint?
  /// The region, such as `eu-central-1`, which some services make up.
  public var region: String
  /// Whether the bucket is the first part of the path, and not of the host's name.
  public var usesPathStyle: Bool

  /// Creates a value from its properties.
  ///
  /// - Parameters:
  ///   - endpoint: `nil` for Amazon's, which clients reach as well.
  ///   - usesPathStyle: `nil` for what is usual there.
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
    // A name with a dot has no certificate as a part of a host's name.
    self.usesPathStyle = usesPathStyle ?? (endpoint != nil || bucket.contains("."))
  }
}

extension S3Config {
  /// Reads what a person says: `s3://BUCKET/PREFIX`, and the rest by variables.
  ///
  /// Each variable is looked up as `SPEECHMEMO_S3_…` first and then, where Amazon's programs have one
  /// for it, by that: `ENDPOINT` (`AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`), `REGION` (`AWS_REGION`,
  /// `AWS_DEFAULT_REGION`), `ACCESS_KEY_ID`, `SECRET_ACCESS_KEY` and `SESSION_TOKEN` (`AWS_…`),
  /// `CREDENTIALS`, a file of keys (`AWS_SHARED_CREDENTIALS_FILE`, then `~/.aws/credentials`) in
  /// which `PROFILE` (`AWS_PROFILE`) is looked for, and `CA` (`AWS_CA_BUNDLE`), a file of authorities.
  /// `PATH_STYLE` is `1` or `0`, and `PUBLIC_ENDPOINT` is where clients reach the service.
  ///
  /// - Parameters:
  ///   - address: What the person says.
  ///   - environment: The variables.
  ///   - read: Reads a file; `nil` where there is none.
  /// - Throws: ``S3ConfigProblem``.
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

  /// What a file says; `nil` where there is none.
  public static func text(of file: URL) throws -> String? {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    } catch {
      throw S3ConfigProblem.unreadable(path: file.path)
    }
  }

  /// Where it is, for a person.
  public var address: String { "s3://\(bucket)/\(prefix)" }
}

/// Variables of the environment, those that are empty being none.
struct S3Variables {
  private let environment: [String: String]

  init(_ environment: [String: String]) {
    self.environment = environment.filter { !$0.value.isEmpty }
  }

  /// Which of them says something, and what.
  ///
  /// - Parameters:
  ///   - name: Its name, behind `SPEECHMEMO_S3_`.
  ///   - others: What other programs call it.
  subscript(name: String, others: String...) -> (name: String, value: String)? {
    for name in ["SPEECHMEMO_S3_\(name)"] + others {
      if let value = environment[name] { return (name, value) }
    }
    return nil
  }

  var home: String? { environment["HOME"] }
}

/// Why it cannot be told where a bucket is, or who asks.
public enum S3ConfigProblem: Error, Equatable, CustomStringConvertible {
  /// One half of a key is said without the other.
  case halfKey(missing: String)
  /// A variable says something else than it should.
  case malformed(variable: String, String, hint: String)
  /// What should be a key, which is not shown.
  case malformedKey(String)
  /// Nobody has said who asks.
  case noKeys
  /// A file of keys has none of that name.
  case noProfile(String, path: String)
  /// What should be `s3://BUCKET/PREFIX`.
  case notAnAddress(String)
  /// A file that was named cannot be read.
  case unreadable(path: String)

  /// One line for a person.
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
