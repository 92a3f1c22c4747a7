import Glibc
import POSIX

public final class TCPConnection: Sendable {
  private let descriptor: Descriptor
  private let connections: TCPConnections
  private let socket: OpenSocket

  init(_ descriptor: consuming Descriptor, in connections: TCPConnections) {
    self.connections = connections
    socket = OpenSocket(descriptor.number)
    var yes: Int32 = 1
    // Detects clients whose machine is gone.
    setsockopt(
      descriptor.number, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
    self.descriptor = descriptor
  }

  /// Ends the connection even if a program started in between has inherited the descriptor.
  func end() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// Returns received bytes, or `nil` at the end. Cancellation loses no bytes.
  public func read() async throws -> ArraySlice<UInt8>? {
    let bytes = try await socket.read()
    connections.use(self)
    return bytes
  }

  /// A busy connection does not make room for another.
  public func setBusy(_ isBusy: Bool) { connections.setBusy(isBusy, self) }

  public func write(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }
}
