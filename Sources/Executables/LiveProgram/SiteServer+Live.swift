import CommandLineProgram
import Foundation
import HTTPServer
import POSIX
import ServerBootstrap

extension SiteServerClient {
  static let live = SiteServerClient { environment in
    try InheritedSocket.fromSystemd(environment).map {
      SitePlan.Listener(descriptor: $0.descriptor, host: $0.host, port: $0.port)
    }
  } serve: { plan, respond, onListening in
    let certificate = try plan.encryption.map { files in
      HTTPCertificate(chain: try files.certificate.text, key: try files.key.text)
    }
    raiseLimitOfOpenFiles()
    let server = try HTTPServer(
      plan.listener.map { HTTPAddress(listening: $0.descriptor) }
        ?? HTTPAddress(host: plan.host, port: plan.port),
      certificate: certificate, handler: respond)
    onListening(server.port)
    // Waits until the task is canceled.
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
