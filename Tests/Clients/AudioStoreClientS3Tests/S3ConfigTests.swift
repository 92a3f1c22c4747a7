import AudioStoreClientS3
import Foundation
import Testing

struct S3ConfigTests {
  private static let keys = [
    "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "very-secret",
  ]

  private func config(
    _ address: String = "s3://memos", _ environment: [String: String] = [:],
    files: [String: String] = [:]
  ) throws -> S3Config {
    try S3Config(
      address, environment: environment.merging(files.isEmpty ? Self.keys : [:]) { a, _ in a },
      read: { files[$0.path] })
  }

  @Test("By default the store is Amazon's, with virtual hosts and client links")
  func amazon() throws {
    let config = try config("s3://memos/a//b", ["AWS_REGION": "eu-central-1"])
    #expect(config.bucket == "memos" && config.prefix == "a/b/")
    #expect(config.address == "s3://memos/a/b/")
    #expect(config.endpoint == S3Endpoint("https://s3.eu-central-1.amazonaws.com"))
    #expect(config.publicEndpoint == config.endpoint)
    #expect(!config.usesPathStyle)
    #expect(try self.config("s3://my.memos").usesPathStyle, "no certificate has that name")
  }

  @Test("A custom service is set by its address; clients use links only if enabled")
  func own() throws {
    var environment = ["SPEECHMEMO_S3_ENDPOINT": "http://S3.internal:9000/base/"]
    let config = try config("s3://memos", environment)
    #expect(config.endpoint.host == "s3.internal:9000" && config.endpoint.path == "/base")
    #expect(config.endpoint.scheme == "http" && config.usesPathStyle)
    #expect(config.publicEndpoint == nil && config.region == "us-east-1")
    environment["SPEECHMEMO_S3_PUBLIC_ENDPOINT"] = "https://sound.example.org:443"
    environment["SPEECHMEMO_S3_PATH_STYLE"] = "0"
    environment["SPEECHMEMO_S3_CA"] = "/etc/ca.pem"
    let public_ = try self.config("s3://memos", environment)
    #expect(public_.publicEndpoint?.host == "sound.example.org")
    #expect(!public_.usesPathStyle && public_.authorities?.path == "/etc/ca.pem")
  }

  @Test("Our variables override Amazon's, and keys may come from a file")
  func keys() throws {
    let ours = [
      "SPEECHMEMO_S3_ACCESS_KEY_ID": "OURS", "SPEECHMEMO_S3_SECRET_ACCESS_KEY": "ours",
      "SPEECHMEMO_S3_SESSION_TOKEN": "token",
    ]
    #expect(
      try config("s3://memos", ours).credentials
        == S3Credentials(keyID: "OURS", secret: "ours", sessionToken: "token"))
    let file = """
      [other]
      aws_access_key_id = OTHER
      aws_secret_access_key = o=1

      [default]
      # mine
      aws_access_key_id=MINE
      AWS_SECRET_ACCESS_KEY = mine
      """
    let files = ["/home/me/.aws/credentials": file, "/keys": file]
    #expect(
      try config("s3://memos", ["HOME": "/home/me"], files: files).credentials
        == S3Credentials(keyID: "MINE", secret: "mine"))
    #expect(
      try config(
        "s3://memos", ["SPEECHMEMO_S3_CREDENTIALS": "/keys", "AWS_PROFILE": "other"], files: files
      ).credentials == S3Credentials(keyID: "OTHER", secret: "o=1"))
  }

  @Test("Keys are never shown")
  func hidden() throws {
    let config = try config()
    var dumped = ""
    dump(config, to: &dumped)
    for text in [dumped, "\(config)", String(reflecting: config.credentials)] {
      #expect(!text.contains("very-secret") && !text.contains("AKID"))
    }
  }

  @Test(
    "Invalid configuration is one line with a fix",
    arguments: [
      ("memos", [:], "'memos' is not an audio store: use s3://BUCKET or s3://BUCKET/PREFIX"),
      ("s3://", [:], "'s3://' is not an audio store: use s3://BUCKET or s3://BUCKET/PREFIX"),
      (
        "s3://memos/../x", [:],
        "'s3://memos/../x' is not an audio store: use s3://BUCKET or s3://BUCKET/PREFIX"
      ),
      (
        "s3://memos", ["AWS_ENDPOINT_URL": "s3.example.org"],
        "AWS_ENDPOINT_URL is 's3.example.org': use an address such as https://s3.example.org"
      ),
      (
        "s3://memos", ["SPEECHMEMO_S3_PATH_STYLE": "yes"],
        "SPEECHMEMO_S3_PATH_STYLE is 'yes': use 1 or 0"
      ),
      (
        "s3://memos", ["AWS_REGION": "a b"], "AWS_REGION is 'a b': use a name such as eu-central-1"
      ),
      (
        "s3://memos", ["SPEECHMEMO_S3_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": ""],
        "only half of the access key is set: set SPEECHMEMO_S3_SECRET_ACCESS_KEY as well"
      ),
      (
        "s3://memos", ["AWS_SECRET_ACCESS_KEY": "a\nb"],
        "AWS_SECRET_ACCESS_KEY is not a valid key: copy it as the service shows it, without any whitespace"
      ),
    ])
  func problems(address: String, environment: [String: String], expected: String) throws {
    let problem = #expect(throws: S3ConfigProblem.self) { try config(address, environment) }
    #expect(problem?.description == expected)
  }

  @Test(
    "Missing keys are reported with a fix, and a named key file must exist")
  func noKeys() {
    let none = #expect(throws: S3ConfigProblem.self) {
      try S3Config("s3://memos", environment: ["HOME": "/home/me"], read: { _ in nil })
    }
    #expect(none == .noKeys)
    let unreadable = #expect(throws: S3ConfigProblem.self) {
      try S3Config(
        "s3://memos", environment: ["SPEECHMEMO_S3_CREDENTIALS": "/nowhere/keys"])
    }
    #expect(unreadable == .unreadable(path: "/nowhere/keys"))
    let profile = #expect(throws: S3ConfigProblem.self) {
      try S3Config(
        "s3://memos", environment: ["SPEECHMEMO_S3_CREDENTIALS": "/keys"],
        read: { _ in "[other]\naws_access_key_id = A" })
    }
    #expect(profile == .noProfile("default", path: "/keys"))
  }
}
