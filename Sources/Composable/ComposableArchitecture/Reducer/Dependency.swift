extension Reducer {
  /// Changes a dependency for this reducer and the reducers in it.
  ///
  /// ```swift
  /// Game().dependency(\.clock, ImmediateClock())
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value in this reducer and its effects.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> _DependencyKeyWritingReducer<Self> {
    _DependencyKeyWritingReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency for this reducer and the reducers in it, by the type of its value.
  ///
  /// - Parameter value: The value in this reducer and its effects.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyKeyWritingReducer<Self> where Value.Value == Value {
    _DependencyKeyWritingReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency, or a part of one, for this reducer and the reducers in it.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - transform: Changes it in place.
  public func transformDependency<V>(
    _ keyPath: WritableKeyPath<DependencyValues, V>, transform: @escaping (inout V) -> Void
  ) -> _DependencyKeyWritingReducer<Self> {
    _DependencyKeyWritingReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer that runs with other dependencies.
public struct _DependencyKeyWritingReducer<Base: Reducer>: Reducer {
  private let base: Base
  private let resolved: ResolvedReducer<Base.State, Base.Action>
  private let update: (inout DependencyValues) -> Void

  init(base: Base, update: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.update = update
    resolved = ResolvedReducer(base)
  }

  /// Runs the reducer with the dependencies changed. Its effects keep them.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) {
      resolved.reduce(into: &state, action: action)
    }
  }

  /// Changes another dependency. If both change the same one, the first change wins.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> Self {
    adding { $0[keyPath: keyPath] = value }
  }

  /// Changes another dependency. If both change the same one, the first change wins.
  public func transformDependency<V>(
    _ keyPath: WritableKeyPath<DependencyValues, V>, transform: @escaping (inout V) -> Void
  ) -> Self {
    adding { transform(&$0[keyPath: keyPath]) }
  }

  private func adding(_ outer: @escaping (inout DependencyValues) -> Void) -> Self {
    Self(base: base) { [update] values in
      outer(&values)
      update(&values)
    }
  }
}
