/// Composes the reducers that a body lists, one after another, into one.
///
/// Every reducer gets the action, in the order of the list, and their effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// One reducer.
  public static func buildExpression<R: Reducer>(_ expression: R) -> R
  where R.State == State, R.Action == Action {
    expression
  }

  /// A reducer of which only the state and the action type are known.
  @_disfavoredOverload
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// An empty body does nothing.
  public static func buildBlock() -> some Reducer<State, Action> {
    EmptyReducer()
  }

  /// A body of one reducer is that reducer.
  public static func buildBlock<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }

  /// The first reducer of a body.
  public static func buildPartialBlock<R: Reducer>(first: R) -> R
  where R.State == State, R.Action == Action {
    first
  }

  /// The reducers of a body so far, followed by the next one.
  public static func buildPartialBlock<R0: Reducer, R1: Reducer>(
    accumulated: R0, next: R1
  ) -> _Sequence<R0, R1>
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    _Sequence(accumulated, next)
  }

  /// The reducer of the first branch of an `if` or `switch`.
  public static func buildEither<R0: Reducer, R1: Reducer>(first reducer: R0) -> _Conditional<
    R0, R1
  >
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    .first(reducer)
  }

  /// The reducer of another branch of an `if` or `switch`.
  public static func buildEither<R0: Reducer, R1: Reducer>(
    second reducer: R1
  ) -> _Conditional<R0, R1>
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    .second(reducer)
  }

  /// The reducer of an `if` without an `else`, or none.
  public static func buildOptional<R: Reducer>(_ wrapped: R?) -> R?
  where R.State == State, R.Action == Action {
    wrapped
  }

  /// The reducers of all rounds of a `for` loop, which run in that order.
  public static func buildArray(
    _ reducers: [some Reducer<State, Action>]
  ) -> some Reducer<State, Action> {
    _SequenceMany(reducers)
  }

  /// The reducer of an `if #available`, without its type: it may not be available.
  public static func buildLimitedAvailability<R: Reducer>(
    _ wrapped: R
  ) -> Reduce<State, Action> where R.State == State, R.Action == Action {
    Reduce(wrapped)
  }

  /// Returns the complete body.
  public static func buildFinalResult<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }
}

/// Two reducers, one after the other.
public struct _Sequence<R0: Reducer, R1: Reducer>: Reducer
where R0.State == R1.State, R0.Action == R1.Action {
  private let first: ResolvedReducer<R0.State, R0.Action>
  private let second: ResolvedReducer<R0.State, R0.Action>

  init(_ first: R0, _ second: R1) {
    self.first = ResolvedReducer(first)
    self.second = ResolvedReducer(second)
  }

  /// Runs both reducers, the first one first, and merges their effects.
  public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// Any number of reducers of one type, one after the other.
public struct _SequenceMany<R: Reducer>: Reducer {
  private let reducers: [ResolvedReducer<R.State, R.Action>]

  init(_ reducers: [R]) {
    self.reducers = reducers.map { ResolvedReducer($0) }
  }

  /// Runs the reducers in their order, and merges their effects.
  public func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
    var effect = Effect<R.Action>.none
    for reducer in reducers {
      effect = effect.merge(with: reducer.reduce(into: &state, action: action))
    }
    return effect
  }
}

/// One of two reducers.
public enum _Conditional<R0: Reducer, R1: Reducer>: Reducer
where R0.State == R1.State, R0.Action == R1.Action {
  /// The first branch was taken.
  case first(R0)

  /// The other branch was taken.
  case second(R1)

  /// Runs the reducer of the branch that was taken.
  public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// The reducer of the branch that was taken, with its body evaluated.
  public func _resolved() -> any Reducer<R0.State, R0.Action> {
    switch self {
    case .first(let reducer): reducer._resolved()
    case .second(let reducer): reducer._resolved()
    }
  }
}

/// A reducer, or nothing.
extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the wrapped reducer; without one, changes nothing and has no effect.
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    switch self {
    case .some(let reducer): reducer.reduce(into: &state, action: action)
    case .none: .none
    }
  }

  /// The wrapped reducer with its body evaluated; one that does nothing if there is none.
  public func _resolved() -> any Reducer<Wrapped.State, Wrapped.Action> {
    switch self {
    case .some(let reducer): reducer._resolved()
    case .none: EmptyReducer()
    }
  }
}
