import Foundation
import POSIX

/// rclone's S3 server over its own folder, as 'Scripts/serve-s3' starts it. A test process has one,
/// which starts for the first test that needs it and ends with the process.
///
/// It keeps what metadata objects have in memory, and of the checksums that are sent with a request it
/// compares the MD5 only.
///
/// To test another server, set `SPEECHMEMO_TEST_S3` to its address, such as
/// `http://127.0.0.1:8080`, and its key in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
public final class TestS3: Sendable {
  /// The server's URL, such as `http://127.0.0.1:40123`.
  public let endpoint: String
  public let keyID: String
  public let secret: String

  /// `nil` for a server that was there.
  private let child: GuardedChild?
  let folder: URL

  /// Whether a server is installed; for `.enabled(if:)`.
  public static var isInstalled: Bool { isProgram(program("rclone")) }

  public struct NotStarted: Error {
    public let log: String
  }

  /// The one of this process.
  public static func shared() throws -> TestS3 { try only.get() }

  private static let only = Result { try TestS3() }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var programs: String {
    ProcessText.environment["SPEECHMEMO_S3_PROGRAMS"]
      ?? root.appendingPathComponent(".build/s3-programs").path
  }

  static func program(_ name: String) -> String { "\(programs)/bin/\(name)" }

  private init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("test-s3-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // This value lives until the process ends.
    atexit {
      if let server = try? TestS3.only.get() {
        try? FileManager.default.removeItem(at: server.folder)
      }
    }
    let environment = ProcessText.environment
    if let other = environment["SPEECHMEMO_TEST_S3"] {
      child = nil
      endpoint = other
      keyID = environment["AWS_ACCESS_KEY_ID"] ?? ""
      secret = environment["AWS_SECRET_ACCESS_KEY"] ?? ""
      return
    }
    let log = folder.appendingPathComponent("log")
    let nothing = try Descriptor("/dev/null", O_RDWR)
    let output = try Descriptor(log.path, O_WRONLY | O_CREAT, mode: 0o600)
    let child = try GuardedChild(
      Self.root.appendingPathComponent("Scripts/serve-s3").path,
      [folder.appendingPathComponent("data").path],
      environment: [
        "HOME": folder.path, "PATH": environment["PATH"] ?? "/usr/bin:/bin",
        "SPEECHMEMO_S3_PORT": "0", "SPEECHMEMO_S3_PROGRAMS": Self.programs, "TMPDIR": folder.path,
      ], input: nothing.number, output: output.number, errors: output.number)
    let exports = try Self.exports(of: child, in: log)
    endpoint = exports["SPEECHMEMO_S3_ENDPOINT"] ?? ""
    keyID = exports["SPEECHMEMO_S3_ACCESS_KEY_ID"] ?? ""
    secret = exports["SPEECHMEMO_S3_SECRET_ACCESS_KEY"] ?? ""
    self.child = consume child
  }

  /// Waits until the script has said what to set.
  private static func exports(
    of child: borrowing GuardedChild, in log: URL
  ) throws -> [String: String] {
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      if text.contains("s3://memos") {
        let exports = text.matches(of: /export (\w+)=(\S+)/)
        return Dictionary(
          exports.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
      }
      guard Date() < deadline, try !child.hasEnded(waiting: false)
      else { throw NotStarted(log: text) }
      usleep(10_000)
    }
  }

  /// Makes a bucket that no other test has.
  public func bucket() async throws -> String {
    let name = "bucket-\(UUID().uuidString.lowercased())"
    guard child != nil
    else {
      // curl takes no name of a key that has a colon.
      _ = try await boto3("s3.create_bucket(Bucket=bucket)", bucket: name)
      return name
    }
    // Folders created by others are not seen at once.
    let answer = try await request(
      "PUT", "\(endpoint)/\(name)",
      curl: ["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "\(keyID):\(secret)"])
    guard answer.status == 200
    else { throw NotStarted(log: String(decoding: answer.body, as: UTF8.self)) }
    return name
  }
}
