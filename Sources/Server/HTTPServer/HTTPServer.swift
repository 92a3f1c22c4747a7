import Cmicrohttpd
import ConcurrencyExtras
import Glibc
public import HTTPMessages
public import NetworkAddresses

/// An HTTP/1.1 server on libmicrohttpd. A handler runs in a task that is canceled when the client
/// leaves or the server stops. Bodies are read only as fast as the handler asks, and streams made
/// as fast as the client takes them. Responses are sent after the body was read or discarded, so
/// they can't be streamed from it. Requests without a body start on a connection's thread, at three
/// times the rate: a handler that blocks must suspend first, for example with `await Task.yield()`.
public final class HTTPServer: Sendable {
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  public let port: UInt16

  private let daemon: Daemon
  private let exchanges: ExchangeTable
  private let acceptor: Task<Void, any Error>

  public init(
    _ listener: Listener, limits: HTTPLimits = HTTPLimits(), certificate: HTTPCertificate? = nil,
    connections: HTTPConnectionCount = HTTPConnectionCount(), handler: @escaping Handler,
    reporting report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(HTTPServerError) {
    if let reason = load_microhttpd() { throw .noLibrary(reason: String(cString: reason)) }
    let socket = try listener.listen()
    port = boundPort(socket.number)
    exchanges = ExchangeTable(
      connections: connections, handler: handler, isEncrypted: certificate != nil, limits: limits)
    let daemon = try Daemon(limits: limits, certificate: certificate, exchanges: exchanges)
    self.daemon = daemon
    acceptor = Self.accept(on: socket.release(), for: daemon, reporting: report)
    exchanges.startPollingForDisconnects()
  }

  /// libmicrohttpd aborts the process if it stops listening at the moment a client connects, so
  /// it doesn't listen itself. Closes the socket when canceled.
  private static func accept(
    on socket: Int32, for daemon: Daemon, reporting report: @escaping @Sendable (String) -> Void
  ) -> Task<Void, any Error> {
    Task {
      defer { close(socket) }
      var acceptor = Acceptor(OpenSocket(socket), reporting: report)
      while true { daemon.add(try await acceptor.next().release()) }
    }
  }

  /// Cancels in-flight requests after `gracePeriod`, and awaits them. End endless streams before.
  public func stop(gracePeriod: Duration = .seconds(10)) async {
    acceptor.cancel()
    _ = await acceptor.result
    await exchanges.finish(within: gracePeriod)
    await daemon.stop()
  }
}
