import Cmicrohttpd
import ConcurrencyExtras
import Foundation
import Glibc
import POSIX

private typealias Pointer = UnsafeMutableRawPointer

final class Daemon: Sendable {
  // libmicrohttpd allows calls for it from any thread.
  private let daemon: UncheckedSendable<OpaquePointer>
  /// Released once the daemon has stopped and makes no more callbacks.
  private let exchanges: UncheckedSendable<Unmanaged<ExchangeTable>>
  private let log: UncheckedSendable<UnsafeMutablePointer<log_reader>>

  init(
    limits: HTTPLimits, certificate: HTTPCertificate?, exchanges: ExchangeTable
  ) throws(HTTPServerError) {
    let table = Unmanaged.passRetained(exchanges)
    let onBegin: @convention(c) (Pointer?, UnsafePointer<CChar>?, OpaquePointer?) -> Pointer? =
      beginExchange
    let onComplete: MHD_RequestCompletedCallback = endExchange
    let onConnection: MHD_NotifyConnectionCallback = noteConnection
    let unescape: @convention(c) (Pointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int =
      keepEscapes
    var options = [
      // A lenient library would send the head of a response twice if the host is missing.
      option(.STRICT_FOR_CLIENT, parsesLeniently ? 0 : 1),
      option(.CONNECTION_LIMIT, limits.connectionCount),
      option(.PER_IP_CONNECTION_LIMIT, limits.connectionCountPerAddress),
      option(.CONNECTION_MEMORY_LIMIT, limits.headByteCount),
      option(.CONNECTION_TIMEOUT, Int(limits.idleTimeout)),
      option(.NOTIFY_COMPLETED, unsafeBitCast(onComplete, to: Int.self)),
      option(
        .NOTIFY_CONNECTION, unsafeBitCast(onConnection, to: Int.self), table.toOpaque()),
      option(.URI_LOG_CALLBACK, unsafeBitCast(onBegin, to: Int.self), table.toOpaque()),
      option(.UNESCAPE_CALLBACK, unsafeBitCast(unescape, to: Int.self)),
    ]
    // The processors available to this process, often fewer in a container.
    let threadCount =
      limits.threadCount ?? min(4, ProcessInfo.processInfo.activeProcessorCount)
    if threadCount > 1 { options.append(option(.THREAD_POOL_SIZE, threadCount)) }
    var flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_ALLOW_UPGRADE.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue
    if certificate != nil { flags |= MHD_USE_TLS.rawValue }
    if parsesLeniently { flags |= MHD_USE_ERROR_LOG.rawValue }
    let log = UnsafeMutablePointer<log_reader>.allocate(capacity: 1)
    log.initialize(to: log_reader(read: readLog, context: table.toOpaque()))
    // libmicrohttpd reads the strings only while it starts.
    let daemon = withOptionalCString(certificate?.key) { key in
      withOptionalCString(certificate?.chain) { chain in
        if let key, let chain {
          options += [
            option(.HTTPS_MEM_KEY, 0, Pointer(mutating: key)),
            option(.HTTPS_MEM_CERT, 0, Pointer(mutating: chain)),
          ]
        }
        options.append(option(.END, 0))
        return start_daemon(flags, 0, continueExchange, nil, log, &options)
      }
    }
    guard let daemon
    else {
      log.deallocate()
      table.release()
      throw .cannotStart
    }
    self.daemon = UncheckedSendable(daemon)
    self.exchanges = UncheckedSendable(table)
    self.log = UncheckedSendable(log)
  }

  /// Takes ownership of a client's socket. Closes it at the limit.
  func add(_ client: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // It fails if the client has left.
        guard getpeername(client, $0, &size) == 0
        else { return _ = close(client) }
        _ = MHD_add_connection(daemon.value, client, $0, size)
      }
    }
  }

  /// Closes all connections. No exchange may be in progress, and no client may be added.
  func stop() async {
    let daemon = daemon
    let exchanges = exchanges
    // This blocks until the daemon's threads end. Without a thread for it, the task waits.
    do {
      try await onOwnThread("http stop") { MHD_stop_daemon(daemon.value) }
    } catch {
      MHD_stop_daemon(daemon.value)
    }
    log.value.deallocate()
    exchanges.value.release()
  }
}

private func option(
  _ option: MHD_OPTION, _ number: Int, _ pointer: Pointer? = nil
) -> MHD_OptionItem {
  MHD_OptionItem(option: option, value: number, ptr_value: pointer)
}

private func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  text.map { $0.withCString(body) } ?? body(nil)
}

private func noteConnection(
  _ table: Pointer?, _ connection: OpaquePointer?, _: UnsafeMutablePointer<Pointer?>?,
  _ event: MHD_ConnectionNotificationCode
) {
  guard let table, let connection
  else { return }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(table).takeUnretainedValue()
  if event == .CONNECTION_NOTIFY_STARTED {
    exchanges.connections.add(1)
    exchanges.headDeadlines.begin(of: connection, in: exchanges.limits.headTimeout)
  } else {
    exchanges.connections.add(-1)
    exchanges.headDeadlines.end(of: connection)
  }
}

private func beginExchange(
  _ table: Pointer?, _ target: UnsafePointer<CChar>?,
  _ connection: OpaquePointer?
) -> Pointer? {
  guard let table, let target, let connection
  else { return nil }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(table).takeUnretainedValue()
  return Unmanaged.passRetained(exchanges.begin(connection, target: String(cString: target)))
    .toOpaque()
}

/// Called for the head, each piece of the body, its end, and when a connection is resumed.
private func continueExchange(
  _: Pointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ bytes: UnsafePointer<CChar>?, _ byteCount: UnsafeMutablePointer<Int>?,
  _ exchange: UnsafeMutablePointer<Pointer?>?
) -> MHD_Result {
  guard let connection, let byteCount, let pointer = exchange?.pointee
  else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  if !exchange.hasHead {
    guard
      let head = RequestHead(of: connection, method: method, target: target, version: version),
      exchange.start(connection, head)
    else { return .NO }
  }
  guard byteCount.pointee > 0
  else { return exchange.advance() ? .YES : .NO }
  let piece = UnsafeRawBufferPointer(start: bytes, count: byteCount.pointee)
  byteCount.pointee = 0
  return exchange.receive(piece) ? .YES : .NO
}

private func endExchange(
  _: Pointer?, _ connection: OpaquePointer?,
  _ exchange: UnsafeMutablePointer<Pointer?>?, _: MHD_RequestTerminationCode
) {
  guard let pointer = exchange?.pointee
  else { return }
  exchange?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
  let (table, limits) = (exchange.table, exchange.table.limits)
  if let connection {
    table.headDeadlines.begin(
      of: connection, in: limits.headTimeout + .seconds(Int(limits.idleTimeout)))
  }
  exchange.end()
}

private func readLog(_ table: Pointer?, _ line: UnsafePointer<CChar>?) {
  guard let table, let line
  else { return }
  Unmanaged<ExchangeTable>.fromOpaque(table).takeUnretainedValue()
    .respond(toLogged: String(cString: line))
}

/// Keeps percent-encoding: only the router can tell an escaped slash from a separator.
private func keepEscapes(
  _: Pointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  text.map { strlen($0) } ?? 0
}
