import Cmicrohttpd
import ConcurrencyExtras
public import HTTPMessages
import POSIX

/// A server for HTTP/1.1 that hands each request to one function, which answers it.
///
/// ```swift
/// let server = try HTTPServer(.loopback(port: 8080)) { request in
///   HTTPResponse(text: "Hello, \(request.path)!")
/// }
/// …
/// await server.stop()
/// ```
///
/// Requests of one connection are answered in their order, those of several side by side, each in a
/// task of its own. The task is cancelled when the client leaves, and when the server stops. A body
/// is read from the connection only as fast as the function asks for it, and a streamed response
/// made only as fast as the client takes it. The answer is sent when the body has been read: what is
/// left of it when the function returns is thrown away, so a response cannot be made of the body
/// while it comes.
///
/// It stands on libmicrohttpd: its threads wait for the connections, and none waits for the
/// function. A request without a body is begun on such a thread: what is answered without a
/// suspension is sent at once, three times as often a second. So a function that waits with the
/// thread, for a file or a process, suspends first, as by `await Task.yield()`. What breaks the protocol is answered there and never comes to the function.
public final class HTTPServer: Sendable {
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The port that it listens on: the one that the system chose where none was asked for.
  public let port: UInt16

  private let daemon: Daemon
  private let exchanges: ExchangeTable

  /// Starts to listen, and to answer.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - limits: What a client may ask for at most.
  ///   - certificate: What to speak TLS with; without it connections are not encrypted.
  ///   - handler: Answers a request. It is called on no particular thread, and many times at once.
  ///     Until it suspends it keeps other connections waiting.
  /// - Throws: ``HTTPServerError``.
  public init(
    _ address: HTTPAddress, limits: HTTPLimits = HTTPLimits(), certificate: HTTPCertificate? = nil,
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    if let reason = load_microhttpd() { throw .noLibrary(reason: String(cString: reason)) }
    let listener = try address.listen()
    port = listener.port
    exchanges = ExchangeTable(
      handler: handler, isEncrypted: certificate != nil, limits: limits)
    daemon = try Daemon(
      listener: listener.descriptor, limits: limits, certificate: certificate, exchanges: exchanges)
    exchanges.startLookingForLostClients()
  }

  /// Takes no more connections, lets what is being answered come to its end, and closes.
  ///
  /// - Parameter patience: How long requests may still take. What is not answered then is
  ///   cancelled, and its connection closed. It is waited for until the function has returned.
  /// - Note: What never ends by itself, such as a stream of events, should be told before; else it
  ///   takes the whole of the patience.
  public func stop(patience: Duration = .seconds(10)) async {
    daemon.stopListening()
    await exchanges.finish(within: patience)
    await daemon.stop()
  }
}
