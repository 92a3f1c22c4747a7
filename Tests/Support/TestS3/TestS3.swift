public import Foundation
import POSIX

/// A server that speaks S3, rclone's, over a folder of its own. There is one in a test process, which
/// is started when the first test asks for it, and ends with the process.
///
/// It keeps what metadata objects have in memory, and of the checksums that are sent with a request it
/// compares the MD5 only.
public final class TestS3: Sendable {
  /// Where the server is, such as `http://127.0.0.1:40123`.
  public let endpoint: String
  public let keyID: String
  public let secret: String

  private let child: GuardedChild
  private let folder: URL

  /// Whether there is a server to start; say so with `.enabled(if:)`.
  public static var isInstalled: Bool { isProgram(program("rclone")) }

  public struct NotStarted: Error {
    public let log: String
  }

  /// The one of this process.
  public static func shared() throws -> TestS3 { try only.get() }

  private static let only = Result { try TestS3() }

  private static func program(_ name: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let programs =
      ProcessText.environment["SPEECHMEMO_S3_PROGRAMS"]
      ?? root.appendingPathComponent(".build/s3-programs").path
    return "\(programs)/bin/\(name)"
  }

  private init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("test-s3-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    keyID = UUID().uuidString.filter { $0 != "-" }
    secret = UUID().uuidString.filter { $0 != "-" }
    let log = folder.appendingPathComponent("log")
    let nothing = try Descriptor("/dev/null", O_RDWR)
    let output = try Descriptor(log.path, O_WRONLY | O_CREAT, mode: 0o600)
    let data = folder.appendingPathComponent("data", isDirectory: true)
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    child = try GuardedChild(
      Self.program("rclone"),
      ["serve", "s3", "--config", "/dev/null", "--addr", "127.0.0.1:0", data.path],
      environment: [
        "HOME": folder.path, "RCLONE_AUTH_KEY": "\"\(keyID),\(secret)\"", "TMPDIR": folder.path,
      ], input: nothing.number, output: output.number, errors: output.number)
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: /\[(http:\/\/127\.0\.0\.1:\d+)\//) {
        endpoint = String(match.1)
        return
      }
      guard Date() < deadline, try !child.hasEnded(waiting: false)
      else { throw NotStarted(log: text) }
      usleep(10_000)
    }
  }

  /// Makes a bucket that no other test has.
  public func bucket() async throws -> String {
    let name = "bucket-\(UUID().uuidString.lowercased())"
    // Folders that others make are not seen at once.
    let answer = try await request(
      "PUT", "\(endpoint)/\(name)", curl: ["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", keys])
    guard answer.status == 200
    else { throw NotStarted(log: String(decoding: answer.body, as: UTF8.self)) }
    return name
  }

  private var keys: String { "\(keyID):\(secret)" }

  /// The folder that a bucket's objects are files in.
  public func folder(of bucket: String) -> URL {
    folder.appendingPathComponent("data/\(bucket)", isDirectory: true)
  }

  public struct PythonFailed: Error {
    public let output: String
  }

  /// Runs a script with Amazon's own client as `s3`, and the bucket's name as `bucket`.
  ///
  /// - Returns: What it prints.
  public func boto3(_ script: String, bucket: String) async throws -> String {
    let output = newFile("output")
    let beginning = """
      import boto3, botocore, hashlib, sys
      bucket = sys.argv[1]
      s3 = boto3.client("s3", endpoint_url=sys.argv[2], region_name="us-east-1",
        config=botocore.config.Config(s3={"addressing_style": "path"}))

      """
    let environment = [
      "AWS_ACCESS_KEY_ID": keyID, "AWS_SECRET_ACCESS_KEY": secret, "HOME": folder.path,
      "PYTHONUTF8": "1",
    ]
    let arguments = ["-c", beginning + script, bucket, endpoint]
    return try await onOwnThread("boto3") {
      let nothing = try Descriptor("/dev/null", O_RDONLY)
      let file = try Descriptor(output.path, O_WRONLY | O_CREAT, mode: 0o600)
      let child = try GuardedChild(
        Self.program("python"), arguments, environment: environment, input: nothing.number,
        output: file.number, errors: file.number)
      let end = try child.collect()
      let text = try String(contentsOf: output, encoding: .utf8)
      guard end == .exited(0)
      else { throw PythonFailed(output: text) }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Asks as anybody does who has an address: by curl, without keys.
  public func request(
    _ method: String, _ url: String, headers: [String: String] = [:], body: [UInt8]? = nil,
    curl more: [String] = []
  ) async throws -> (status: Int, body: [UInt8]) {
    let (sent, answer, status) = (newFile("sent"), newFile("answer"), newFile("status"))
    var arguments = [
      "--silent", "--output", answer.path, "--write-out", "%{http_code}", "--request", method,
    ]
    for (name, value) in headers { arguments += ["--header", "\(name): \(value)"] }
    if let body {
      try Data(body).write(to: sent)
      arguments += ["--data-binary", "@\(sent.path)"]
    }
    arguments += more + [url]
    return try await onOwnThread("curl") { [arguments] in
      let nothing = try Descriptor("/dev/null", O_RDWR)
      let file = try Descriptor(status.path, O_WRONLY | O_CREAT, mode: 0o600)
      let child = try GuardedChild(
        "/usr/bin/env", ["curl"] + arguments, input: nothing.number, output: file.number,
        errors: nothing.number)
      _ = try child.collect()
      let code = try String(contentsOf: status, encoding: .utf8)
      return (Int(code) ?? 0, Array((try? Data(contentsOf: answer)) ?? Data()))
    }
  }

  private func newFile(_ name: String) -> URL {
    folder.appendingPathComponent("\(name)-\(UUID().uuidString)")
  }
}
