import ConcurrencyExtras
import IssueReporting

// Effects of a root core.
extension RootCore {
  /// Starts the effect of an action.
  func start(
    _ operation: EffectOperation<Action>, for action: Action, in group: EffectGroup
  ) {
    start(operation, for: action, in: group, under: group.token, then: nil)
  }

  private func start(
    _ operation: EffectOperation<Action>, for action: Action, in group: EffectGroup,
    under token: EffectToken, then end: EffectEnd?
  ) {
    switch operation {
    case .action(let sent):
      effectCount += 1
      let id = effectCount
      observer?.effectDidStart(id, startedBy: action)
      send(sent.value, from: RunningEffect(id: id, startedBy: action), in: group)
      observer?.effectDidFinish(id)
      end?.call()

    case .run(let run):
      start(run, for: action, in: group, as: EffectToken(parent: token), then: end)

    case .cancel(let ids):
      for id in ids { registry.cancel(id) }
      end?.call()

    case .cancelWhere(let predicate):
      registry.cancel(where: predicate)
      end?.call()

    case .merge(let operations):
      let end = end?.afterCalls(operations.count)
      for operation in operations {
        start(operation, for: action, in: group, under: token, then: end)
      }

    case .concatenate(let operations):
      start(operations[...], for: action, in: group, under: token, then: end)

    case .cancellable(let operation, let id, let cancelInFlight):
      let child = EffectToken(parent: token)
      registry.register(child, under: id, cancelInFlight: cancelInFlight)
      let end = EffectEnd(
        anywhere: { [registry] in
          child.end()
          registry.unregister(child, under: id)
          end?.anywhere?()
        }, onMainActor: end?.onMainActor)
      guard case .run(let run) = operation
      else { return start(operation, for: action, in: group, under: child, then: end) }
      start(run, for: action, in: group, as: child, then: end)
    }
  }

  /// Starts the first of several effects, and the others when it has ended.
  private func start(
    _ operations: ArraySlice<EffectOperation<Action>>, for action: Action, in group: EffectGroup,
    under token: EffectToken, then end: EffectEnd?
  ) {
    guard let first = operations.first, !token.isCancelled
    else {
      end?.call()
      return
    }
    let rest = operations.dropFirst()
    guard !rest.isEmpty
    else { return start(first, for: action, in: group, under: token, then: end) }
    let next = EffectEnd(
      anywhere: nil,
      onMainActor: { [weak self] in
        self?.start(rest, for: action, in: group, under: token, then: end)
      })
    start(first, for: action, in: group, under: token, then: next)
  }

  private func start(
    _ run: EffectRun<Action>, for action: Action, in group: EffectGroup, as token: EffectToken,
    then end: EffectEnd?
  ) {
    effectCount += 1
    let id = effectCount
    if isWatched { observer?.effectDidStart(id, startedBy: action) }
    group.start()
    let origin = RunningEffect(id: id, startedBy: action)
    let send = Send<Action> { [weak self] sent in
      if token.hasEnded { Self.reportLateSend(sent, of: action) }
      _ = self?.send(sent, from: origin, in: group)
    }
    let registry = registry
    let path = run.path
    let dependencies = run.dependencies
    let needsMainActor = isWatched || end?.onMainActor != nil
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
      end?.anywhere?()
      if needsMainActor { await self?.finish(id, then: end?.onMainActor) }
      group.end()
    }
    token.attach { task.cancel() }
  }

  /// Reports an action that an ended effect sends. The action is still sent, but waiting for the
  /// effect or canceling it no longer includes it.
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

  private func finish(_ effect: UInt64, then next: (@MainActor @Sendable () -> Void)?) {
    if isWatched { observer?.effectDidFinish(effect) }
    next?()
  }
}

/// Handles the end of an effect.
private struct EffectEnd: Sendable {
  /// Called on the thread where the effect ends: most effects don't need the main actor.
  let anywhere: (@Sendable () -> Void)?
  /// Called after that.
  let onMainActor: (@MainActor @Sendable () -> Void)?

  @MainActor
  func call() {
    anywhere?()
    onMainActor?()
  }

  /// The same, when it has been called a number of times.
  func afterCalls(_ count: Int) -> Self {
    let remaining = LockIsolated(count)
    @Sendable func isLast() -> Bool {
      remaining.withLock { remaining in
        remaining -= 1
        return remaining == 0
      }
    }
    guard let onMainActor
    else { return Self(anywhere: { if isLast() { anywhere?() } }, onMainActor: nil) }
    return Self(
      anywhere: nil,
      onMainActor: {
        guard isLast()
        else { return }
        anywhere?()
        onMainActor()
      })
  }
}
