public import CasePaths

extension Reducer {
  /// Runs the reducers of the elements of a stack.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Folder() }
  /// ```
  ///
  /// An element runs before the parent, so that the parent sees the element's changes. When an
  /// element is removed, its effects are canceled. A `popFrom` action removes elements after the
  /// parent has handled it, and a `push` action adds one before.
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

  /// Runs the reducers of the elements of a stack whose elements are an enum of features.
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
