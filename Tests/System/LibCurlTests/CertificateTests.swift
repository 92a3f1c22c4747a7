import Foundation
import LibCurl
import TestPrograms
import Testing

/// Transfers over TLS from `openssl s_server`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl), "needs openssl"))
final class CertificateTests: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "certificates-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var trusted: String { folder.appendingPathComponent("trusted.pem").path }

  /// A server with a new certificate, which replaces the trusted one.
  private func serve() async throws -> (server: RunningProgram, url: String) {
    let key = folder.appendingPathComponent("key.pem").path
    let made = try runProgram(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", trusted, "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
    try #require(made.succeeded, "\(made.errors)")
    let server = try RunningProgram(
      openssl, ["s_server", "-cert", trusted, "-key", key, "-www", "-accept", "127.0.0.1:0"])
    var output = ""
    while true {
      if let port = output.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/)?.1 {
        return (server, "https://127.0.0.1:\(port)/")
      }
      let more = try await server.read(upTo: 1_000)
      try #require(more != "", "the server ended: \(output)")
      output += more
    }
  }

  private func status(of url: String) async throws -> Int {
    try await CurlTransfer("GET", url, caFile: trusted).response(onThread: "transfer").head.status
  }

  @Test("A replaced file of trusted authorities is read for the next connection")
  func replaced() async throws {
    let first = try await serve()
    #expect(try await status(of: first.url) == 200)
    let second = try await serve()
    #expect(try await status(of: second.url) == 200)
    withExtendedLifetime((first, second)) {}
  }
}

private let openssl = "/usr/bin/openssl"
