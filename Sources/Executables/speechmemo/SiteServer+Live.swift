import CommandLineProgram
import Dependencies
import Foundation
import HTTPServer
import NetworkAddresses
import POSIX
import TerminalClient

extension SiteServerClient {
  static let live = SiteServerClient { environment in
    try Listener.fromSystemd(environment)
  } serve: { config, respond, onListening in
    @Dependency(\.terminal) var terminal
    let certificate = try config.encryption.map { files in
      HTTPCertificate(chain: try files.certificate.text, key: try files.key.text)
    }
    raiseOpenFileLimit()
    let server = try HTTPServer(
      config.listener, certificate: certificate, connections: config.metrics.connections,
      handler: respond, reporting: { [terminal] in terminal.warn($0) })
    onListening(server.port)
    let (never, end) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    end.finish()
    await server.stop()
  }
}

extension URL {
  fileprivate var text: String {
    get throws {
      do {
        return try String(contentsOf: self, encoding: .utf8)
      } catch {
        throw CommandFailure("\(path) cannot be read: check that it exists and is in PEM format")
      }
    }
  }
}
