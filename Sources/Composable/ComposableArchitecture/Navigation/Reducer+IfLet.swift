public import CasePaths

extension Reducer {
  /// Runs the reducer of a child while it is presented.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$edit, action: \.edit) { EditForm() }
  /// ```
  ///
  /// The child runs before the parent, so that the parent sees the child's changes. When the
  /// child's state becomes `nil` or that of another child, its effects are canceled. Children are
  /// distinguished by their ids, if they are `Identifiable`, and by their cases, if their state is
  /// an enum. A `.dismiss` action, and any action of an alert, sets the state to `nil` after the
  /// parent has handled it.
  ///
  /// An action for an absent child is reported as an issue.
  ///
  /// - Parameters:
  ///   - toPresentationState: The child's state.
  ///   - toPresentationAction: The case of the action that holds the child's.
  ///   - destination: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    PresentationReducer(
      self, toPresentationState, AnyCasePath(toPresentationAction), destination(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducers of an enum of features while one of them is presented.
  ///
  /// ```swift
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// - Parameters:
  ///   - toPresentationState: The state.
  ///   - toPresentationAction: The case of the action that holds the child's.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public func ifLet<DestinationState: CaseReducerState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    PresentationReducer(
      self, toPresentationState, AnyCasePath(toPresentationAction),
      CaseBody<DestinationState.StateReducer>(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes an alert or a dialog once it has been answered.
  ///
  /// ```swift
  /// .ifLet(\.$alert, action: \.alert)
  /// ```
  ///
  /// - Parameters:
  ///   - toPresentationState: The state of the alert.
  ///   - toPresentationAction: The case of the action that holds its answers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      self, toPresentationState, AnyCasePath(toPresentationAction),
      EmptyReducer<DestinationState, DestinationAction>(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
