import Foundation
import POSIX
import TestPrograms

/// A client that uses the server as others do.
extension TestS3 {
  public struct PythonFailed: Error {
    public let output: String
  }

  /// Runs a script with Amazon's own client as `s3`, and the bucket's name as `bucket`.
  ///
  /// - Returns: Its output.
  public func boto3(_ script: String, bucket: String) async throws -> String {
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
      let run = try runProgram(Self.program("python"), arguments, environment: environment)
      guard run.succeeded
      else { throw PythonFailed(output: run.output + run.errors) }
      return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Requests an address with curl, without keys.
  public func request(
    _ method: String, _ url: String, headers: [String: String] = [:], body: [UInt8]? = nil,
    curl more: [String] = []
  ) async throws -> (status: Int, body: [UInt8]) {
    let (sent, answer) = (newFile("sent"), newFile("answer"))
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
      let status = try runProgram("/usr/bin/env", ["curl"] + arguments).output
      return (Int(status) ?? 0, Array((try? Data(contentsOf: answer)) ?? Data()))
    }
  }

  private func newFile(_ name: String) -> URL {
    folder.appendingPathComponent("\(name)-\(UUID().uuidString)")
  }
}
