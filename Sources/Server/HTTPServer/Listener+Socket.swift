import Glibc
package import NetworkAddresses
package import POSIX

extension Listener {
  /// Takes ownership of the socket that the parent process opened, or opens one.
  package func listen() throws(HTTPServerError) -> Descriptor {
    if let descriptor { return Descriptor(owning: descriptor) }
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
      return descriptor
    } catch {
      throw .cannotListen(address: description, reason: error.reason)
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
