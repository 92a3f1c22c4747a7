public import ComposableArchitecture

extension Effect {
  public static func respond<Value: Sendable>(
    with action: @escaping @Sendable (Result<Value, any Error>) -> Action,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Self {
    .run { send in await send(action(Result { try await operation() })) }
  }
}
