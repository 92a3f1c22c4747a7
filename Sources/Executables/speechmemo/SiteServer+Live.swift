import CommandLineProgram
import Foundation
import HTTPServer
import ServerBootstrap

extension SiteServerClient {
  /// Listens by HTTP, on a socket of this process.
  static let live = SiteServerClient { plan, respond, whenListening in
    let certificate = try plan.encryption.map { files in
      HTTPCertificate(chain: try files.certificate.text, key: try files.key.text)
    }
    let server = try HTTPServer(
      HTTPAddress(host: plan.host, port: plan.port), certificate: certificate, handler: respond)
    whenListening(server.port)
    // Nothing is ever sent: it ends when the task is cancelled.
    let (never, end) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    end.finish()
    await server.stop()
  }
}

extension URL {
  /// What the file says, or in one line why it cannot be read.
  fileprivate var text: String {
    get throws {
      do {
        return try String(contentsOf: self, encoding: .utf8)
      } catch {
        throw CommandFailure("\(path) cannot be read: check that it is there and in the PEM format")
      }
    }
  }
}
