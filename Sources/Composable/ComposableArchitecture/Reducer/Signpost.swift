extension Reducer {
  /// Reports the start and end of this reducer's work and of its effects to a tracer.
  ///
  /// ```swift
  /// AppFeature()._signpost { event in tracer.record(event.name, event.phase) }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the events' names.
  ///   - tracer: Gets the events, on the thread on which they happen; without one nothing is done.
  public func _signpost(
    _ prefix: String = "", tracer: (@Sendable (_SignpostEvent) -> Void)? = nil
  ) -> _SignpostReducer<Self> {
    _SignpostReducer(
      base: ResolvedReducer(self), prefix: prefix.isEmpty ? "" : "[\(prefix)] ", tracer: tracer)
  }
}

/// Something that begins or ends, for a tracer.
public struct _SignpostEvent: Hashable, Sendable {
  /// The action, with the prefix of its reducer.
  public let name: String
  /// The traced event.
  public let phase: Phase

  /// An event for a tracer.
  public enum Phase: Hashable, Sendable {
    /// The reducer begins its work.
    case reducerBegan

    /// The reducer has ended its work.
    case reducerEnded

    /// An effect that the reducer returned begins to run.
    case effectBegan

    /// An effect that the reducer returned has ended.
    case effectEnded
  }
}

/// A reducer that reports its work to a tracer.
public struct _SignpostReducer<Base: Reducer>: Reducer {
  let base: ResolvedReducer<Base.State, Base.Action>
  let prefix: String
  let tracer: (@Sendable (_SignpostEvent) -> Void)?

  /// Runs the reducer, and reports to the tracer before and after, if there is one.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let tracer
    else { return base.reduce(into: &state, action: action) }
    let name = prefix + describeCase(action)
    tracer(_SignpostEvent(name: name, phase: .reducerBegan))
    defer { tracer(_SignpostEvent(name: name, phase: .reducerEnded)) }
    let effect = base.reduce(into: &state, action: action)
    return Effect(
      effect.operation?.replacingSources { action in
        .action(action)
      } run: { run in
        run.replacing { send in
          tracer(_SignpostEvent(name: name, phase: .effectBegan))
          await run.operation(send)
          tracer(_SignpostEvent(name: name, phase: .effectEnded))
        }
      })
  }
}
