public import CasePaths
public import IdentifiedCollections

// Collections of features, composed by case paths that are values.

extension Reducer {
  /// Runs an element's reducer on the element of a collection that an action is for.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.rows'.")
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      self, StateProperty(toElementsState), toElementAction, element(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs an element's reducer on the element of a collection that an action is for, a case with
  /// the element's id and action.
  @available(
    *, deprecated,
    message:
      "Hold an 'IdentifiedActionOf<Row>' in the action's case, and name it: 'action: \\.rows'."
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: AnyCasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      self, StateProperty(toElementsState), identified(toElementAction), element(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs an element's reducer on the element of a collection that an action is for, a case with
  /// the element's id and action.
  @available(
    *, deprecated,
    message: "Hold an 'IdentifiedActionOf<Row>' in the action's case: 'case rows(…)'."
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, (id: ID, action: ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element>
  where ElementState == Element.State, ElementAction == Element.Action {
    let path = AnyCasePath(toElementAction)
    let unlabeled = AnyCasePath<Action, (ID, ElementAction)>(
      embed: { path.embed((id: $0.0, action: $0.1)) },
      extract: { path.extract(from: $0).map { ($0.id, $0.action) } })
    return _ForEachReducer(
      self, StateProperty(toElementsState), identified(unlabeled), element(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducers of the elements of a stack.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.path'.")
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: AnyCasePath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    StackReducer(
      self, toStackState, toStackAction, destination(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private func identified<Action, ID: Hashable & Sendable, ElementAction>(
  _ path: AnyCasePath<Action, (ID, ElementAction)>
) -> AnyCasePath<Action, IdentifiedAction<ID, ElementAction>> {
  AnyCasePath(
    embed: { element in
      switch element {
      case .element(let id, let action): path.embed((id, action))
      }
    },
    extract: { path.extract(from: $0).map { .element(id: $0.0, action: $0.1) } })
}
