import IssueReporting

// How a root core runs effects.
extension RootCore {
  /// Starts the effect that an action led to.
  func start(
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
      send(sent.value, from: RunningEffect(id: id, startedBy: action), in: group)
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
        child.end()
        registry.unregister(child, under: id)
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
    if isWatched { observer?.effectDidStart(id, startedBy: action) }
    group.start()
    let token = EffectToken(parent: parent)
    let origin = RunningEffect(id: id, startedBy: action)
    let send = Send<Action> { [weak self] sent in
      if token.hasEnded { Self.reportLateSend(sent, of: action) }
      _ = self?.send(sent, from: origin, in: group)
    }
    let next = UncheckedSendable(next)
    let registry = registry
    let path = run.path
    let dependencies = run.dependencies
    let needsMainActor = isWatched || next.value != nil
    let task = Task(name: run.name, priority: run.priority) { @concurrent [weak self] in
      await dependencies.putInForce {
        await EffectRegistry.$inForce.withValue(registry) {
          if NavigationPath.current === path {
            await run.operation(send)
          } else {
            await NavigationPath.$current.withValue(path) { await run.operation(send) }
          }
        }
      }
      token.end()
      if needsMainActor { await self?.finish(id, then: next) }
      group.end()
    }
    token.attach { task.cancel() }
  }

  /// The action is sent all the same; but nothing that waits for the effect, or cancels it, knows
  /// of it.
  private static func reportLateSend(_ sent: Action, of action: Action) {
    reportIssue(
      """
      An action was sent from an effect that had ended:

        Action:
        \(describe(sent))
        Effect returned for:
        \(describe(action))

      Send while the effect's closure runs. If it starts tasks of its own, let it wait for them, \
      with a task group for example.
      """)
  }

  private func finish(_ effect: UInt64, then next: UncheckedSendable<(@MainActor () -> Void)?>) {
    if isWatched { observer?.effectDidFinish(effect) }
    next.value?()
  }
}
