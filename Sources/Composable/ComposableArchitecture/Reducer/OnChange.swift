extension Reducer {
  /// Runs a reducer when a value that is read from the state has changed.
  ///
  /// ```swift
  /// BindingReducer()
  ///   .onChange(of: \.settings) { oldValue, newValue in
  ///     Reduce { state, action in
  ///       .run { _ in try await save(newValue) }
  ///     }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Reads the value.
  ///   - reducer: The reducers to run, for the old value and the new one.
  public func onChange<V: Equatable, R: Reducer>(
    of toValue: @escaping (State) -> V,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: V, _ newValue: V) -> R
  ) -> _OnChangeReducer<Self, V> where R.State == State, R.Action == Action {
    onChange(of: toValue, removeDuplicates: ==, reducer)
  }

  /// Runs a reducer when a value that is read from the state has changed.
  ///
  /// - Parameters:
  ///   - toValue: Reads the value.
  ///   - isDuplicate: Whether two values count as the same.
  ///   - reducer: The reducers to run, for the old value and the new one.
  public func onChange<V, R: Reducer>(
    of toValue: @escaping (State) -> V, removeDuplicates isDuplicate: @escaping (V, V) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: V, _ newValue: V) -> R
  ) -> _OnChangeReducer<Self, V> where R.State == State, R.Action == Action {
    _OnChangeReducer(
      base: ResolvedReducer(self), toValue: toValue, isDuplicate: isDuplicate
    ) { oldValue, newValue, state, action in
      reducer(oldValue, newValue).reduce(into: &state, action: action)
    }
  }

  /// Returns an effect when a value that is read from the state has changed.
  ///
  /// ```swift
  /// BindingReducer()
  ///   .onChange(of: \.settings) { oldValue, state in
  ///     .run { [settings = state.settings] _ in try await save(settings) }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Reads the value.
  ///   - perform: Gets the old value and the state with the new one. It may change the state
  ///     further, and returns the effect that follows.
  public func onChange<V: Equatable>(
    of toValue: @escaping (State) -> V,
    _ perform: @escaping (_ oldValue: V, _ state: inout State) -> Effect<Action>
  ) -> _OnChangeReducer<Self, V> {
    onChange(of: toValue, removeDuplicates: ==, perform)
  }

  /// Returns an effect when a value that is read from the state has changed.
  ///
  /// - Parameters:
  ///   - toValue: Reads the value.
  ///   - isDuplicate: Whether two values count as the same.
  ///   - perform: Gets the old value and the state with the new one. It may change the state
  ///     further, and returns the effect that follows.
  public func onChange<V>(
    of toValue: @escaping (State) -> V, removeDuplicates isDuplicate: @escaping (V, V) -> Bool,
    _ perform: @escaping (_ oldValue: V, _ state: inout State) -> Effect<Action>
  ) -> _OnChangeReducer<Self, V> {
    _OnChangeReducer(
      base: ResolvedReducer(self), toValue: toValue, isDuplicate: isDuplicate
    ) { oldValue, _, state, _ in
      perform(oldValue, &state)
    }
  }

  /// Returns an effect when a value that is read from the state has changed.
  ///
  /// - Parameters:
  ///   - toValue: Reads the value.
  ///   - perform: Changes the state further, and returns the effect that follows.
  public func onChange<V: Equatable>(
    of toValue: @escaping (State) -> V,
    _ perform:
      @escaping (_ state: inout State, _ oldValue: V, _ newValue: V) -> Effect<Action>
  ) -> _OnChangeReducer<Self, V> {
    _OnChangeReducer(
      base: ResolvedReducer(self), toValue: toValue, isDuplicate: ==
    ) { oldValue, newValue, state, _ in
      perform(&state, oldValue, newValue)
    }
  }
}

/// A reducer that runs another one after a value has changed.
public struct _OnChangeReducer<Base: Reducer, Value>: Reducer {
  let base: ResolvedReducer<Base.State, Base.Action>
  let toValue: (Base.State) -> Value
  let isDuplicate: (Value, Value) -> Bool
  let perform: (Value, Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  /// Runs the reducer, and the follow-up if the value has changed.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    let newValue = toValue(state)
    guard !isDuplicate(oldValue, newValue)
    else { return effect }
    return effect.merge(with: perform(oldValue, newValue, &state, action))
  }
}
