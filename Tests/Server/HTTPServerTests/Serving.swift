import HTTPMessages
import HTTPServer
import NetworkAddresses

/// Starts a server and a client of it, and stops the server at the end.
func serving(
  limits: HTTPLimits = .patient, _ handler: @escaping HTTPServer.Handler,
  to body: (RawClient, HTTPServer) async throws -> Void
) async throws {
  let server = try HTTPServer(Listener(), limits: limits, handler: handler)
  do {
    try await body(try RawClient(port: server.port), server)
  } catch {
    await server.stop(gracePeriod: .zero)
    throw error
  }
  await server.stop(gracePeriod: .zero)
}
