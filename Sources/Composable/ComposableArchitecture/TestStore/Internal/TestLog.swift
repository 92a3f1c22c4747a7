import ConcurrencyExtras
import Dependencies
import POSIX
import Sharing

/// A test store's record of its feature's behavior and of the test's assertions.
///
/// Used on the main actor, except at the end of a test, when any thread may release the test store:
/// hence the lock.
final class TestLog<State, Action>: Sendable {
  // Unchecked, since states and actions need not be sendable: a checked lock would not let them
  // leave it.
  private let guardedStorage: Mutex<UncheckedSendable<Storage>>

  /// Tracks the shared values that the feature changes.
  let tracker = SharedChangeTracker()

  private struct Storage {
    var dependencies: DependencyValues
    var isDismissed = false
    var asserted: TestFrame<State>
    /// The result of the last action sent by the test.
    var sent: TestFrame<State>?
    var received: [ReceivedAction<State, Action>] = []
    var effects: [UInt64: EffectInFlight<Action>] = [:]
    var tasks: [StoreTask] = []
    /// The next id of an element of a stack, before the action that is being reduced.
    var elementID: StackElementID
  }

  init(initialState: State, dependencies: DependencyValues) {
    let elementID = dependencies.stackElementID.peek()
    let storage = Storage(
      dependencies: dependencies,
      asserted: TestFrame(state: initialState, shared: tracker.freeze(), elementID: elementID),
      elementID: elementID)
    guardedStorage = Mutex(UncheckedSendable(storage))
  }

  private func withStorage<R>(_ operation: (inout Storage) -> R) -> R {
    guardedStorage.withLock { UncheckedSendable(operation(&$0.value)) }.value
  }

  // MARK: - Assertions of the test

  var asserted: TestFrame<State> { withStorage { $0.asserted } }

  /// The actions that wait to be received, in the order in which they were sent.
  var received: [ReceivedAction<State, Action>] { withStorage { $0.received } }

  /// The effects that run, in the order in which they were started.
  var effectsInFlight: [EffectInFlight<Action>] {
    withStorage { $0.effects.sorted { $0.key < $1.key }.map(\.value) }
  }

  var hasEffectsInFlight: Bool { withStorage { !$0.effects.isEmpty } }

  /// Continues from the result of a step, asserted or not.
  func accept(_ frame: TestFrame<State>) {
    tracker.markAsserted(upTo: frame.shared)
    withStorage { $0.asserted = frame }
  }

  /// Accepts the result of a step that the test has asserted. Unasserted changes of shared values
  /// outside the state stay unasserted.
  func accept(_ frame: TestFrame<State>, asExpected expected: TestFrame<State>) {
    tracker.markAsserted(expected.shared, matching: frame.shared)
    withStorage { $0.asserted = frame }
  }

  /// Accepts a step in which the test asserts later changes of shared values by effects, besides
  /// those of the reducer.
  ///
  /// This library reports such a change in the step that receives the effect's next action, or at
  /// the end. The original library reports it in the step before, and tests that were written for
  /// that assert it there.
  ///
  /// - Returns: Whether the test asserts exactly that. Otherwise nothing is accepted.
  func acceptAhead(_ expected: TestFrame<State>, of frame: TestFrame<State>) -> Bool
  where State: Equatable {
    var ahead = frame
    ahead.shared = tracker.freeze()
    guard difference(expected, ahead) == nil
    else { return false }
    accept(ahead, asExpected: expected)
    return true
  }

  /// Removes actions that a test skips: their results count as asserted.
  func skipReceived(_ count: Int) {
    let removed = withStorage { storage in
      defer { storage.received.removeFirst(count) }
      return Array(storage.received.prefix(count))
    }
    if let last = removed.last { accept(last.frame) }
  }

  /// Removes and returns the next action, which the test has received.
  func removeFirstReceived() -> ReceivedAction<State, Action> {
    withStorage { $0.received.removeFirst() }
  }

  // MARK: - Events from the store

  var dependencies: DependencyValues {
    get { withStorage { $0.dependencies } }
    set { withStorage { $0.dependencies = newValue } }
  }

  var isDismissed: Bool { withStorage { $0.isDismissed } }

  /// The feature and its effects have ended.
  func dismiss() {
    cancelEffects()
    forgetEffects()
    withStorage { $0.isDismissed = true }
  }

  /// Keeps the task of an action, to cancel it with the rest.
  func add(_ task: StoreTask) {
    withStorage { storage in
      storage.tasks.removeAll { $0.group?.isRunning != true }
      storage.tasks.append(task)
    }
  }

  func cancelEffects() {
    for task in withStorage(\.tasks) { task.cancel() }
  }

  // MARK: - Queries by the store

  func beginStep() {
    let elementID = dependencies.stackElementID.peek()
    withStorage { $0.elementID = elementID }
  }

  func endStep(_ state: State) -> TestFrame<State> {
    let shared = tracker.freeze()
    return withStorage {
      TestFrame(state: state, shared: shared, elementID: $0.elementID)
    }
  }

  /// Keeps the result of a test's action, for the test to assert.
  func didSend(_ frame: TestFrame<State>) {
    withStorage { $0.sent = frame }
  }

  var sent: TestFrame<State> { withStorage { $0.sent ?? $0.asserted } }

  func addReceived(_ received: ReceivedAction<State, Action>) {
    withStorage { $0.received.append(received) }
  }

  func addEffect(_ effect: EffectInFlight<Action>, id: UInt64) {
    withStorage { $0.effects[id] = effect }
  }

  func forgetEffects() {
    withStorage { $0.effects = [:] }
  }

  func removeEffect(id: UInt64) {
    withStorage { _ = $0.effects.removeValue(forKey: id) }
  }
}
