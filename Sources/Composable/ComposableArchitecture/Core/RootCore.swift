import IssueReporting

/// The state of a whole feature, its reducer, and the effects that are running.
@MainActor
final class RootCore<State, Action>: AnyRootCore {
  private let reducer: ResolvedReducer<State, Action>
  private let dependencies: DependencyValues.Continuation
  // Separately allocated: stores read the state by its address, even while a reducer has exclusive
  // access to it, which a stored property would not allow.
  private let memory: StateMemory<State>
  private let storage: UnsafeMutablePointer<State>
  private let observation = ValueObservers()
  private let identity = StateIdentity<State>.make()
  /// The observers of the state's properties, if any property was read.
  private var readObservers: ValueObservers?

  /// Everything that runs.
  private var madeTokens: EffectToken?
  var effectCount: UInt64 = 0

  /// Finds the caches of the states within this core's.
  var finders = CacheFinders<Action>()

  private var isSending = false
  /// Whether a copy of the state is kept during a reduction. It causes copies of collections that
  /// the reducer changes, so it is only kept if necessary or if the copy is read.
  private var keepsStateBefore = _isPOD(State.self)
  /// The state before the action that is being reduced. In a box, as the state is.
  private var stateBefore: UncheckedBox<State>?
  /// Actions that were sent while another action was being reduced.
  private var queue: [QueuedAction<Action>] = []

  /// Watches the store at work.
  weak var observer: (any CoreObserver<State, Action>)? {
    didSet { isWatched = observer != nil }
  }
  private(set) var isWatched = false

  init(
    initialState: State, reducer: some Reducer<State, Action>,
    dependencies: DependencyValues.Continuation
  ) {
    memory = StateMemory(initialState)
    storage = memory.state
    self.reducer = ResolvedReducer(reducer)
    self.dependencies = dependencies
  }

  deinit {
    madeTokens?.cancel()
  }

  private var tokens: EffectToken {
    if let madeTokens { return madeTokens }
    let tokens = EffectToken()
    madeTokens = tokens
    return tokens
  }

  /// Calls a closure with the state, without copying it.
  func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    if isObserved { observation.access(0) }
    guard isReducing
    else { return try body(storage) }
    return try withUnsafePointer(to: stateWhileReducing(), body)
  }

  func address(isObserved: Bool) -> UnsafeRawPointer? {
    if isObserved { observation.access(0) }
    return isReducing ? nil : UnsafeRawPointer(storage)
  }

  /// The address of the state, for reading an observed property.
  ///
  /// Replacing the state notifies the observers of its properties, so they need not observe the
  /// state itself.
  func addressToRead(_ property: StatePropertyPlace) -> UnsafeRawPointer? {
    guard !isReducing, let observers = property.observers(in: storage)
    else { return address(isObserved: true) }
    if readObservers !== observers { readObservers = observers }
    return UnsafeRawPointer(storage)
  }

  /// The state before the current action, for reads of the store while its reducer runs.
  @inline(never)
  private func stateWhileReducing() -> State {
    if let stateBefore { return stateBefore.value }
    keepsStateBefore = true
    reportIssue(
      """
      A store of '\(sourceName(of: State.self))' was read while its reducer ran, so that what was \
      read may be half changed. …

      Something that the reducer calls has the store: a dependency, or an observer of a value that \
      the reducer changes. Let it read the store later, or hand it what it needs.

      The store will keep the state from before each action for such reads from now on.
      """)
    return ExtractedCase.withCopiesEmbedded { storage.pointee }
  }

  /// Sends an action, and those it causes synchronously.
  ///
  /// - Returns: The task of its effects, if any; `nil` if the action is queued because another one
  ///   is being reduced.
  func send(_ action: Action) -> EffectGroup? {
    send(action, from: nil, in: nil)
  }

  /// Sends an action that an effect sends.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: The effect, or `nil` for an action that no effect sends.
  ///   - group: The group of the effect.
  @discardableResult
  func send(
    _ action: Action, from origin: RunningEffect<Action>?, in group: EffectGroup?
  ) -> EffectGroup? {
    guard !isSending
    else {
      enqueue(action, from: origin, in: group)
      return nil
    }
    isSending = true
    ObservationTransaction.begin()
    let result =
      dependencies.isInForce && NavigationPath.current == nil
      ? reduceAll(action, from: origin, in: group)
      : reduceAllElsewhere(action, from: origin, in: group)
    isSending = false
    // Before the observers, which may send: a publisher yields this state first.
    madeListeners?.notify()
    ObservationTransaction.commit()
    return result
  }

  /// Reduces with the dependencies of the store, at the root of the navigation: an effect of a child
  /// that sends has others, and another place.
  @inline(never)
  private func reduceAllElsewhere(
    _ action: Action, from origin: RunningEffect<Action>?, in group: EffectGroup?
  ) -> EffectGroup? {
    dependencies.putInForce {
      NavigationPath.$current.withValue(nil) { reduceAll(action, from: origin, in: group) }
    }
  }

  private func reduceAll(
    _ action: Action, from origin: RunningEffect<Action>?, in group: EffectGroup?
  ) -> EffectGroup? {
    let group = reduce(action, from: origin, in: group)
    if !queue.isEmpty { reduceQueue() }
    return group
  }

  private func reduce(
    _ action: Action, from origin: RunningEffect<Action>?, in group: EffectGroup?
  ) -> EffectGroup? {
    if isWatched { tellOfBegin(action, from: origin) }
    let before = identity.begin(&storage.pointee)
    if keepsStateBefore { keepStateBefore() }
    let outerCaches =
      finders.isEmpty && StateCaches.isEmpty ? nil : StateCaches.begin(caches(for: action))
    isReducing = true
    let effect = reducer.reduce(into: &storage.pointee, action: action)
    isReducing = false
    reductionCount &+= 1
    if let outerCaches { StateCaches.end(outerCaches) }
    if keepsStateBefore { dropStateBefore() }
    if identity.replacement(&storage.pointee, since: before) != .nothing { tellOfReplacement() }
    if isWatched { tellOfEnd(action, from: origin) }
    return effect.isNone ? group : start(effect, for: action, in: group)
  }

  private func tellOfReplacement() {
    observation.notify(0)
    guard let readObservers
    else { return }
    self.readObservers = nil
    readObservers.notifyAll()
  }

  // Separate functions, because using the types of states and actions takes time even if there is
  // nothing to do.

  @inline(never)
  private func tellOfBegin(_ action: Action, from origin: RunningEffect<Action>?) {
    observer?.willReduce(action, from: ActionOrigin(origin), state: storage.pointee)
  }

  @inline(never)
  private func tellOfEnd(_ action: Action, from origin: RunningEffect<Action>?) {
    observer?.didReduce(action, from: ActionOrigin(origin), state: storage.pointee)
  }

  @inline(never)
  private func caches(for action: Action) -> [any StateCache] {
    var found: [any StateCache] = []
    finders.find(action, &found)
    return found
  }

  @inline(never)
  private func keepStateBefore() {
    stateBefore = UncheckedBox(storage.pointee)
  }

  @inline(never)
  private func dropStateBefore() {
    stateBefore = nil
  }

  // MARK: - The queue

  @inline(never)
  private func enqueue(
    _ action: Action, from origin: RunningEffect<Action>?, in group: EffectGroup?
  ) {
    queue.append(QueuedAction(action: action, origin: origin, group: group))
  }

  @inline(never)
  private func reduceQueue() {
    var index = 0
    while index < queue.count {
      let next = queue[index]
      index += 1
      _ = reduce(next.action, from: next.origin, in: next.group)
    }
    queue.removeAll(keepingCapacity: true)
  }

  @inline(never)
  private func start(
    _ effect: Effect<Action>, for action: Action, in group: EffectGroup?
  ) -> EffectGroup? {
    guard let operation = effect.operation
    else { return group }
    let group = group ?? EffectGroup(under: tokens)
    start(operation, for: action, in: group)
    return group
  }
}

/// An action that waits for its turn.
private struct QueuedAction<Action> {
  let action: Action
  let origin: RunningEffect<Action>?
  let group: EffectGroup?
}

private final class StateMemory<State> {
  let state: UnsafeMutablePointer<State>

  init(_ initialState: State) {
    state = .allocate(capacity: 1)
    state.initialize(to: initialState)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }
}
