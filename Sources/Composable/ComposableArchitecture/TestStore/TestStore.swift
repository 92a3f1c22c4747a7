import ConcurrencyExtras
public import Dependencies
import IssueReporting

/// Runs a feature in a test, which must assert everything that the feature does.
///
/// ```swift
/// @Test
/// func increment() async {
///   let store = TestStore(initialState: Counter.State()) {
///     Counter()
///   } withDependencies: {
///     $0.continuousClock = ImmediateClock()
///   }
///
///   await store.send(.incrementButtonTapped) {
///     $0.count = 1
///   }
///   await store.receive(\.factResponse) {
///     $0.fact = "1 is a good number."
///   }
/// }
/// ```
///
/// Each ``send(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)`` simulates a user's
/// action, and each `receive` expects an action of an effect. Their closures turn the previous
/// state into the expected one. The test fails at a call's line if the states differ, and at its
/// end for actions that were not received and for running effects. Set ``exhaustivity`` to assert
/// only parts of this.
///
/// An effect's actions are reduced when the effect sends them, as in a ``Store``, so that effects
/// that wait for a clock behave as in the app. The test store records the state and the shared
/// state after each action. ``state`` is the state after the last action that the test sent or
/// received.
@MainActor
public final class TestStore<State, Action> {
  let log: TestLog<State, Action>
  let store: Store<State, Action>
  let site: SourceSite
  private var serialExecution: MainSerialExecution? = MainSerialExecution()

  /// Makes a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The state to start in.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies for the feature, its effects, the initial
  ///     state, and the closures of assertions.
  ///   - fileID: The file of the call, where failures of the test's end are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    (log, store) = Self.start(
      initialState: initialState, reducer: reducer, withDependencies: prepareDependencies)
  }

  private static func start<R: Reducer<State, Action>>(
    initialState: () -> State, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) -> (TestLog<State, Action>, Store<State, Action>) {
    var dependencies = DependencyValues()
    return Dependencies.withDependencies {
      if !isTesting { $0.context = .test }
      prepareDependencies(&$0)
      dependencies = $0
    } operation: {
      let state = initialState()
      let log = TestLog<State, Action>(initialState: state, dependencies: dependencies)
      let root = RootCore(
        initialState: state, reducer: TestReducer(reducer(), log: log),
        dependencies: withEscapedDependencies { $0 })
      root.observer = log
      return (log, Store(core: RootStoreCore(root)))
    }
  }

  deinit {
    log.verifyEnd(exhaustivity: exhaustivity, at: site)
  }

  /// The dependencies of the feature. A test may change them on its way.
  public var dependencies: DependencyValues {
    get { log.dependencies }
    set { log.dependencies = newValue }
  }

  /// How much of the feature's behavior the test must assert: by default, everything.
  public var exhaustivity: Exhaustivity = .on

  /// Whether the feature has dismissed itself with `@Dependency(\.dismiss)`.
  ///
  /// Its effects have then been canceled, as a parent cancels those of a removed child, and no more
  /// actions can be sent. An override of `\.dismiss` is still called, before that.
  public var isDismissed: Bool { log.isDismissed }

  /// The state after the last action that the test sent or received.
  ///
  /// Effects may be ahead of it: the changes of actions that are still to be received are not in
  /// it.
  public var state: State { log.asserted.state }

  /// The default time to wait for an action or for the end of effects, in nanoseconds of real time.
  /// Initially one second.
  public var timeout: UInt64 = 1_000_000_000

  /// Whether all tasks of the process run on the main executor, one after another, while this store
  /// exists, which makes tests of effects repeatable. Initially `true`.
  ///
  /// It applies to the whole process, as long as any test store requires it and nothing sets
  /// `uncheckedUseMainSerialExecutor` to `false`.
  public var useMainSerialExecutor: Bool {
    get { serialExecution?.isInForce ?? false }
    set { serialExecution = newValue ? MainSerialExecution() : nil }
  }
}

/// A test store of a reducer's state and actions.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>

extension TestStore {
  /// Runs an operation with other ``dependencies``.
  ///
  /// ```swift
  /// await store.withDependencies {
  ///   $0.apiClient.save = { _ in throw Offline() }
  /// } operation: {
  ///   await store.send(.saveButtonTapped)
  /// }
  /// ```
  ///
  /// Effects started within it keep these dependencies.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Changes the dependencies.
  ///   - operation: The work to do with them.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withDependencies<R>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () throws -> R
  ) rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    try updateValuesForOperation(&dependencies)
    return try operation()
  }

  /// Runs an asynchronous operation with other ``dependencies``.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Changes the dependencies.
  ///   - operation: The work to do with them.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withDependencies<R>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) async throws -> Void,
    operation: () async throws -> R
  ) async rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    var values = previous
    try await updateValuesForOperation(&values)
    dependencies = values
    return try await operation()
  }

  /// Runs an operation with another ``exhaustivity``.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity for the time of the operation.
  ///   - operation: The work to do with it.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity, operation: () throws -> R
  ) rethrows -> R {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous operation with another ``exhaustivity``.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity for the time of the operation.
  ///   - operation: The work to do with it.
  /// - Returns: The result of `operation`.
  @discardableResult
  public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> R
  ) async rethrows -> R {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
