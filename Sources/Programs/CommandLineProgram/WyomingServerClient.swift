public import Dependencies
public import DependenciesMacros
public import NetworkAddresses

@DependencyClient
public struct WyomingServerClient: Sendable {
  /// Returns `nil` at the end of the stream.
  public typealias Read = @Sendable () async throws -> ArraySlice<UInt8>?
  public typealias Write = @Sendable ([UInt8]) async throws -> Void
  public typealias Converse =
    @Sendable (_ read: @escaping Read, _ write: @escaping Write) async -> Void

  /// Serves until the task is canceled. A connection closes when `converse` returns.
  public var serve:
    @Sendable (
      _ listener: Listener, _ converse: @escaping Converse,
      _ onListening: @escaping @Sendable (UInt16) -> Void
    ) async throws -> Void
}

extension WyomingServerClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var wyomingServer: WyomingServerClient {
    get { self[WyomingServerClient.self] }
    set { self[WyomingServerClient.self] = newValue }
  }
}
