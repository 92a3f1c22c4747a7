import CustomDump
import Dependencies

/// What a test store knows of what its feature has done and of what the test has asserted.
///
/// All of it happens on the main actor, except that the end of a test, when the test store goes,
/// may come anywhere: hence the lock.
final class TestLog<State, Action>: @unchecked Sendable {
  private let lock = Lock()
  private var storage: Storage

  private struct Storage {
    var dependencies: DependencyValues
    var isDismissed = false
    var asserted: TestFrame<State>
    var received: [ReceivedAction<State, Action>] = []
    var effects: [UInt64: EffectInFlight<Action>] = [:]
    var tasks: [StoreTask] = []
    /// The next id of an element of a stack, before the action that is being reduced.
    var elementID: StackElementID
  }

  init(initialState: State, dependencies: DependencyValues) {
    let elementID = dependencies.stackElementID.peek()
    storage = Storage(
      dependencies: dependencies, asserted: TestFrame(state: initialState, elementID: elementID),
      elementID: elementID)
  }

  // MARK: - What the test asserts

  var asserted: TestFrame<State> { lock.withLock { storage.asserted } }

  /// The actions that wait to be received, in the order in which they were sent.
  var received: [ReceivedAction<State, Action>] { lock.withLock { storage.received } }

  /// The effects that run, in the order in which they were started.
  var effectsInFlight: [EffectInFlight<Action>] {
    lock.withLock { storage.effects.sorted { $0.key < $1.key }.map(\.value) }
  }

  func accept(_ frame: TestFrame<State>) {
    lock.withLock { storage.asserted = frame }
  }

  func removeReceived(_ count: Int) {
    let removed = lock.withLock {
      defer { storage.received.removeFirst(count) }
      return Array(storage.received.prefix(count))
    }
    // What a test passes over is asserted as it is.
    if let last = removed.last { accept(last.frame) }
  }

  // MARK: - What the store is told

  var dependencies: DependencyValues {
    get { lock.withLock { storage.dependencies } }
    set { lock.withLock { storage.dependencies = newValue } }
  }

  var isDismissed: Bool {
    get { lock.withLock { storage.isDismissed } }
    set { lock.withLock { storage.isDismissed = newValue } }
  }

  /// Keeps hold of what follows from an action, to cancel it with the rest.
  func add(_ task: StoreTask) {
    lock.withLock {
      storage.tasks.removeAll { $0.group?.isRunning != true }
      storage.tasks.append(task)
    }
  }

  func cancelEffects() {
    for task in lock.withLock({ storage.tasks }) { task.cancel() }
  }

  // MARK: - What the store tells

  func beginStep() {
    let elementID = dependencies.stackElementID.peek()
    lock.withLock { storage.elementID = elementID }
  }

  func endStep(_ state: State) -> TestFrame<State> {
    lock.withLock { TestFrame(state: state, elementID: storage.elementID) }
  }

  func addReceived(_ received: ReceivedAction<State, Action>) {
    lock.withLock { storage.received.append(received) }
  }

  func addEffect(_ effect: EffectInFlight<Action>, id: UInt64) {
    lock.withLock { storage.effects[id] = effect }
  }

  func forgetEffects() {
    lock.withLock { storage.effects = [:] }
  }

  func removeEffect(id: UInt64) {
    lock.withLock { _ = storage.effects.removeValue(forKey: id) }
  }
}
