/// Work that a reducer requests. It runs outside the reducer and can send actions back.
///
/// ```swift
/// return .run { send in
///   await send(.factResponse(Result { try await factClient.fetch(42) }))
/// }
/// ```
///
/// An effect is a description. It does nothing until a store runs it.
public struct Effect<Action>: Sendable {
  let operation: EffectOperation<Action>?

  init(_ operation: EffectOperation<Action>?) {
    self.operation = operation
  }
}

/// The effect of a feature: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The operation of an effect. None is the effect that does nothing.
indirect enum EffectOperation<Action>: Sendable {
  /// Sends an action. Unchecked because it only moves from the main actor and back.
  case action(UncheckedSendable<Action>)
  case run(EffectRun<Action>)
  case cancel([EffectID])
  /// Cancels the effects whose ids match a predicate.
  case cancelWhere(@Sendable (EffectID) -> Bool)
  case merge([EffectOperation])
  case concatenate([EffectOperation])
  case cancellable(EffectOperation, id: EffectID, cancelInFlight: Bool)
}

/// Asynchronous work with the context in which it was created.
struct EffectRun<Action>: Sendable {
  let name: String?
  let priority: TaskPriority?
  let dependencies: DependencyValues.Continuation
  let path: NavigationPath?
  let operation: @Sendable (Send<Action>) async -> Void
}

extension Effect {
  /// The effect that does nothing.
  @inlinable
  public static var none: Self { Self._none }

  @usableFromInline
  static var _none: Self { Self(nil) }

  /// Sends an action, directly after the current one.
  ///
  /// Prefer to share logic by calling a function; this is for telling a parent something.
  ///
  /// - Parameter action: The action.
  public static func send(_ action: Action) -> Self {
    Self(.action(UncheckedSendable(action)))
  }

  /// Sends an action without an animation, since there is no user interface.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: Ignored.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action)
  }
}

extension Effect {
  /// Runs several effects at the same time. They start in the order of the list.
  ///
  /// - Parameter effects: The effects.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Runs several effects at the same time. They start in the order of the sequence.
  ///
  /// - Parameter effects: The effects.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    return operations.count > 1 ? Self(.merge(operations)) : Self(operations.first)
  }

  /// Runs this effect and another at the same time. This one starts first.
  ///
  /// - Parameter other: The other effect.
  public func merge(with other: Self) -> Self {
    guard let operation
    else { return other }
    guard let otherOperation = other.operation
    else { return self }
    return Self(.merge([operation, otherOperation]))
  }

  /// Runs several effects one after another: each starts when the one before it has ended.
  ///
  /// - Parameter effects: The effects.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Runs several effects one after another: each starts when the one before it has ended.
  ///
  /// - Parameter effects: The effects.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    let operations = effects.compactMap(\.operation)
    return operations.count > 1 ? Self(.concatenate(operations)) : Self(operations.first)
  }

  /// Runs another effect when this one has ended.
  ///
  /// - Parameter other: The second effect.
  public func concatenate(with other: Self) -> Self {
    guard let operation
    else { return other }
    guard let otherOperation = other.operation
    else { return self }
    return Self(.concatenate([operation, otherOperation]))
  }

  /// The effect with its actions turned into actions of another type.
  ///
  /// - Parameter transform: Turns an action into another.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    Effect<T>(operation?.map(transform))
  }

  /// Whether the effect does nothing.
  @usableFromInline
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Like `map`, for functions that are sendable in fact.
  @usableFromInline
  func mapUnchecked<T>(_ transform: @escaping (Action) -> T) -> Effect<T> {
    guard let operation
    else { return .none }
    let transform = UncheckedSendable(transform)
    return Effect<T>(operation.map { transform.value($0) })
  }
}

extension EffectOperation {
  func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> EffectOperation<T> {
    replacingSources { action in
      .action(UncheckedSendable(transform(action.value)))
    } run: { run in
      run.replacing { send in await run.operation(Send { send(transform($0)) }) }
    }
  }

  /// Returns the operation with its sources of actions replaced. Operations that only combine
  /// others stay unchanged.
  func replacingSources<T>(
    action: (UncheckedSendable<Action>) -> EffectOperation<T>,
    run: (EffectRun<Action>) -> EffectRun<T>
  ) -> EffectOperation<T> {
    switch self {
    case .action(let sent):
      action(sent)
    case .run(let work):
      .run(run(work))
    case .cancel(let ids):
      .cancel(ids)
    case .cancelWhere(let predicate):
      .cancelWhere(predicate)
    case .merge(let operations):
      .merge(operations.map { $0.replacingSources(action: action, run: run) })
    case .concatenate(let operations):
      .concatenate(operations.map { $0.replacingSources(action: action, run: run) })
    case .cancellable(let operation, let id, let cancelInFlight):
      .cancellable(
        operation.replacingSources(action: action, run: run), id: id,
        cancelInFlight: cancelInFlight)
    }
  }
}

extension EffectRun {
  /// Other work in the same surroundings.
  func replacing<T>(
    _ operation: @escaping @Sendable (Send<T>) async -> Void
  ) -> EffectRun<T> {
    EffectRun<T>(
      name: name, priority: priority, dependencies: dependencies, path: path, operation: operation)
  }
}
