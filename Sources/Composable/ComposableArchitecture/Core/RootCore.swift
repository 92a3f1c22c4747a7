/// The state of a whole feature, its reducer, and the effects that are running.
@MainActor
final class RootCore<State, Action>: AnyRootCore {
  private let reducer: ResolvedReducer<State, Action>
  private let dependencies: DependencyValues.Continuation
  nonisolated(unsafe) private let storage: UnsafeMutablePointer<State>
  private let tokens = EffectToken()
  private let observation = ObservationExtent()
  private let identity = StateIdentity<State>.make()

  private var queue: [(action: Action, origin: ActionOrigin<Action>, group: GroupReference)] = []
  private var isSending = false
  private var effectCount: UInt64 = 0

  weak var observer: (any CoreObserver<State, Action>)?

  init(
    initialState: State, reducer: some Reducer<State, Action>,
    dependencies: DependencyValues.Continuation
  ) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: initialState)
    self.reducer = ResolvedReducer(reducer)
    self.dependencies = dependencies
  }

  deinit {
    tokens.cancel()
    listeners.end()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    if isObserved { observation.access(0) }
    return try body(storage)
  }

  /// Sends an action, and those that it leads to at once.
  ///
  /// - Returns: What follows from it, if anything does.
  func send(_ action: Action) -> EffectGroup? {
    let group = GroupReference()
    send(action, from: .user, group: group)
    return group.group
  }

  private func send(
    _ action: Action, from origin: ActionOrigin<Action>, group: GroupReference
  ) {
    queue.append((action, origin, group))
    guard !isSending
    else { return }
    isSending = true
    ObservationTransaction.begin()
    dependencies.yield {
      EffectRegistry.$inForce.withValue(registry) {
        var index = 0
        while index < queue.count {
          let (action, origin, group) = queue[index]
          index += 1
          let effect = reduce(action, from: origin)
          if let operation = effect.operation {
            start(operation, for: action, in: group.resolved(under: tokens))
          }
        }
        queue.removeAll(keepingCapacity: true)
      }
    }
    isSending = false
    ObservationTransaction.commit()
    listeners.notify()
  }

  private func reduce(_ action: Action, from origin: ActionOrigin<Action>) -> Effect<Action> {
    observer?.willReduce(action, from: origin, state: storage.pointee)
    let before = identity.begin(&storage.pointee)
    let effect = reducer.reduce(into: &storage.pointee, action: action)
    if identity.replacement(&storage.pointee, since: before) != .nothing { observation.notify(0) }
    observer?.didReduce(action, from: origin, state: storage.pointee)
    return effect
  }

  // MARK: - Effects

  private func start(
    _ operation: EffectOperation<Action>, for action: Action, in group: EffectGroup
  ) {
    start(operation, for: action, in: group, under: group.token, then: nil)
  }

  private func start(
    _ operation: EffectOperation<Action>, for action: Action, in group: EffectGroup,
    under token: EffectToken, then next: (@MainActor () -> Void)?
  ) {
    switch operation {
    case .action(let sent):
      effectCount += 1
      let id = effectCount
      observer?.effectDidStart(id, startedBy: action)
      send(sent, from: .effect(id, startedBy: action), group: GroupReference(group))
      observer?.effectDidFinish(id)
      next?()

    case .run(let run):
      start(run, for: action, in: group, under: token, then: next)

    case .cancel(let ids):
      for id in ids { registry.cancel(id) }
      next?()

    case .cancelWhere(let predicate):
      registry.cancel(where: predicate)
      next?()

    case .merge(let operations):
      guard let next
      else {
        for operation in operations {
          start(operation, for: action, in: group, under: token, then: nil)
        }
        return
      }
      var remaining = operations.count
      for operation in operations {
        start(operation, for: action, in: group, under: token) {
          remaining -= 1
          if remaining == 0 { next() }
        }
      }

    case .concatenate(let operations):
      start(operations[...], for: action, in: group, under: token, then: next)

    case .cancellable(let operation, let id, let cancelInFlight):
      let child = EffectToken(parent: token)
      registry.register(child, under: id, cancelInFlight: cancelInFlight)
      start(operation, for: action, in: group, under: child) { [registry] in
        registry.unregister(child, under: id)
        child.end()
        next?()
      }
    }
  }

  /// Starts the first of several effects, and the others when it has ended.
  private func start(
    _ operations: ArraySlice<EffectOperation<Action>>, for action: Action, in group: EffectGroup,
    under token: EffectToken, then next: (@MainActor () -> Void)?
  ) {
    guard let first = operations.first, !token.isCancelled
    else {
      next?()
      return
    }
    let rest = operations.dropFirst()
    start(first, for: action, in: group, under: token) { [weak self] in
      self?.start(rest, for: action, in: group, under: token, then: next)
    }
  }

  private func start(
    _ run: EffectRun<Action>, for action: Action, in group: EffectGroup, under parent: EffectToken,
    then next: (@MainActor () -> Void)?
  ) {
    effectCount += 1
    let id = effectCount
    observer?.effectDidStart(id, startedBy: action)
    group.start()
    let token = EffectToken(parent: parent)
    let origin = UncheckedSendable(ActionOrigin.effect(id, startedBy: action))
    let send = Send<Action> { [weak self] sent in
      // The effect is somewhere in the navigation. What it sends begins at the root.
      NavigationPath.$current.withValue(nil) {
        self?.send(sent, from: origin.value, group: GroupReference(group))
      }
    }
    let next = UncheckedSendable(next)
    let registry = registry
    let task = Task(name: run.name, priority: run.priority) { @concurrent [weak self] in
      await run.dependencies.yield {
        await EffectRegistry.$inForce.withValue(registry) {
          await NavigationPath.$current.withValue(run.path) {
            await run.operation(send)
          }
        }
      }
      await self?.finish(id)
      token.end()
      await next.value?()
      group.end()
    }
    token.attach { task.cancel() }
  }

  private func finish(_ effect: UInt64) {
    observer?.effectDidFinish(effect)
  }
}

/// The group of an action that is being sent. There is none until an effect needs it.
@MainActor
final class GroupReference {
  private(set) var group: EffectGroup?

  init(_ group: EffectGroup? = nil) {
    self.group = group
  }

  func resolved(under parent: EffectToken) -> EffectGroup {
    if let group { return group }
    let group = EffectGroup(under: parent)
    self.group = group
    return group
  }
}
