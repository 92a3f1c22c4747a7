public import CasePaths

extension Reducer {
  /// Runs the reducers of the elements of a stack.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Folder() }
  /// ```
  ///
  /// An element runs before the parent, so that the parent sees what it did. When an element leaves
  /// the stack, its effects are canceled. An action `popFrom` removes elements once the parent has
  /// handled it, an action `push` adds one before.
  ///
  /// An action for an absent element is reported as an issue.
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case of the action that holds the elements'.
  ///   - destination: The reducers of an element.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    StackReducer(
      self, toStackState, AnyCasePath(toStackAction), destination(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducers of the elements of a stack, each of which is one of an enum of features.
  ///
  /// ```swift
  /// .forEach(\.path, action: \.path)
  /// ```
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case of the action that holds the elements'.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    StackReducer(
      self, toStackState, AnyCasePath(toStackAction), CaseBody<DestinationState.StateReducer>(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
