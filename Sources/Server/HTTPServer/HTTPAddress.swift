import Glibc
package import POSIX

public struct HTTPAddress: Hashable, Sendable {
  private enum Place: Hashable {
    case address(String, port: UInt16)
    case inherited(Int32)
  }

  private let place: Place

  /// `host` is numeric, such as `127.0.0.1`, `::1` or `0.0.0.0`. Port 0 picks a free one.
  public init(host: String, port: UInt16) {
    place = .address(host, port: port)
  }

  /// Takes ownership of a listening socket, such as one from systemd.
  public init(listening descriptor: Int32) {
    place = .inherited(descriptor)
  }

  public static func loopback(port: UInt16 = 0) -> Self { Self(host: "127.0.0.1", port: port) }

  package struct Listener: ~Copyable {
    package let descriptor: Descriptor
    package let port: UInt16
  }

  package func listen() throws(HTTPServerError) -> Listener {
    switch place {
    case .address(let host, let port): try listen(host: host, port: port)
    case .inherited(let number):
      Listener(descriptor: Descriptor(owning: number), port: boundPort(number))
    }
  }

  private func listen(host: String, port: UInt16) throws(HTTPServerError) -> Listener {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let found
    else { throw .notAnAddress(host) }
    defer { freeaddrinfo(found) }
    do throws(SystemError) {
      let kind = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let descriptor = Descriptor(
        owning: try SystemError.check { socket(found.pointee.ai_family, kind, 0) })
      var yes: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      try SystemError.check {
        setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, size)
      }
      try SystemError.check {
        bind(descriptor.number, found.pointee.ai_addr, found.pointee.ai_addrlen)
      }
      try SystemError.check { Glibc.listen(descriptor.number, SOMAXCONN) }
      let number = descriptor.number
      return Listener(descriptor: descriptor, port: boundPort(number))
    } catch {
      let shown = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      throw .cannotListen(address: shown, reason: error.reason)
    }
  }
}

func boundPort(_ number: Int32) -> UInt16 {
  var address = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  let isBound = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) == 0 }
  }
  guard isBound
  else { return 0 }
  // The port has the same offset for IPv4 and IPv6.
  return withUnsafeBytes(of: address) {
    UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
  }
}

func text(of address: UnsafePointer<sockaddr>?) -> String {
  guard let address
  else { return "" }
  let size =
    Int32(address.pointee.sa_family) == AF_INET6
    ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  guard
    getnameinfo(
      address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
  else { return "" }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
