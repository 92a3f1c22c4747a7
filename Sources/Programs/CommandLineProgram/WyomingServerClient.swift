public import Dependencies
public import DependenciesMacros
public import NetworkAddresses

@DependencyClient
public struct WyomingServerClient: Sendable {
  /// Returns `nil` at the end of the stream.
  public typealias Read = @Sendable () async throws -> ArraySlice<UInt8>?
  public typealias Write = @Sendable ([UInt8]) async throws -> Void
  /// A connection that isn't busy may be closed to make room for another.
  public typealias SetBusy = @Sendable (Bool) -> Void
  public typealias Converse =
    @Sendable (
      _ read: @escaping Read, _ write: @escaping Write, _ setBusy: @escaping SetBusy
    ) async -> Void

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
