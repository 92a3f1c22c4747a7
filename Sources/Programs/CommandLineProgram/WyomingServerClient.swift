public import Dependencies
public import DependenciesMacros
public import ServerBootstrap

/// What listens for Home Assistant.
@DependencyClient
public struct WyomingServerClient: Sendable {
  /// What a client has sent, once something has come; `nil` at the end.
  public typealias Read = @Sendable () async throws -> ArraySlice<UInt8>?
  /// Sends all of the bytes.
  public typealias Write = @Sendable ([UInt8]) async throws -> Void
  /// Speaks with a client. When it returns, the connection ends.
  public typealias Converse =
    @Sendable (_ read: @escaping Read, _ write: @escaping Write) async -> Void

  /// Listens, and has each client spoken to, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - converse: Speaks with one.
  ///   - whenListening: Called once, with the port, when clients can connect.
  /// - Throws: What went wrong, whose description is a line for the user.
  public var serve:
    @Sendable (
      _ address: WyomingAddress, _ converse: @escaping Converse,
      _ whenListening: @escaping @Sendable (UInt16) -> Void
    ) async throws -> Void
}

extension WyomingServerClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  /// What listens for Home Assistant.
  public var wyomingServer: WyomingServerClient {
    get { self[WyomingServerClient.self] }
    set { self[WyomingServerClient.self] = newValue }
  }
}
