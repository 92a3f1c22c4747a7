import Foundation
import POSIX

/// A client that uses the server as others do.
extension TestS3 {
  public struct PythonFailed: Error {
    public let output: String
  }

  /// Runs a script with Amazon's own client as `s3`, and the bucket's name as `bucket`.
  ///
  /// - Returns: Its output.
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

  /// Requests an address with curl, without keys.
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
