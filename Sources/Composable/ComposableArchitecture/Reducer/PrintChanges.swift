import Sharing

extension Reducer {
  /// Prints each received action and its change of the state.
  ///
  /// ```swift
  /// Store(initialState: AppFeature.State()) {
  ///   AppFeature()._printChanges()
  /// }
  /// ```
  ///
  /// - Parameter printer: Prints actions and changes; `nil` prints nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: ResolvedReducer(self), printer: printer)
  }
}

/// Prints a received action and its change of the state.
public struct _ReducerPrinter<State, Action> {
  private let print: (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// Makes a printer.
  ///
  /// - Parameter printChange: Gets the action, and the state before and after.
  public init(
    printChange: @escaping (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    print = printChange
  }

  /// Prints a change.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    print(receivedAction, oldState, newState)
  }

  /// Prints the action and the difference of the states to stdout.
  public static var customDump: Self {
    Self { action, oldState, newState in
      let difference = diff(oldState, newState).map { "\($0)\n" } ?? "  (No state changes)\n"
      Swift.print("received action:\n\(describe(action))\n\(difference)")
    }
  }

  /// Prints the name of the action's case to stdout.
  public static var actionLabels: Self {
    Self { action, _, _ in
      Swift.print("received action: \(describeCase(action))")
    }
  }
}

/// A reducer whose changes are printed.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  let base: ResolvedReducer<Base.State, Base.Action>
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  /// Runs the reducer and prints the action and the change, if there is a printer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer
    else { return base.reduce(into: &state, action: action) }
    // A test store's tracker must see the changes, too.
    let tracker = SharedChangeTracker.current ?? SharedChangeTracker()
    let (oldState, oldShared) = (state, tracker.freeze())
    let effect = tracker.track { base.reduce(into: &state, action: action) }
    tracker.comparing(oldShared, with: tracker.freeze()) {
      printer.printChange(receivedAction: action, oldState: oldState, newState: state)
    }
    return effect
  }
}
