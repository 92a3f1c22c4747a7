extension Reducer {
  /// Runs an element's reducer on the element of a collection that an action is for.
  ///
  /// ```swift
  /// Reduce { … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// The element runs before this reducer, so that it still gets an action upon which this one
  /// removes it. When an element goes, its effects are cancelled.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection.
  ///   - toElementAction: The case of the action that holds the elements' actions.
  ///   - element: The element's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      parent: ResolvedReducer(self), element: ResolvedReducer(element()),
      way: StateWay(toElementsState), toAction: AnyCasePath(toElementAction),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a child for each element of a collection.
public struct _ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  let parent: ResolvedReducer<Parent.State, Parent.Action>
  let element: ResolvedReducer<Element.State, Element.Action>
  let way: StateWay<Parent.State, IdentifiedArray<ID, Element.State>>
  let toAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let site: SourceSite
  let identity = StateIdentity<Element.State>.make()

  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let elementEffect = reduceElement(into: &state, action: action)
    let before = structure(&state)
    let effect = elementEffect.merge(with: parent.reduce(into: &state, action: action))
    guard structure(&state) != before
    else { return effect }
    return effect.merge(with: cancelRemoved(&state))
  }

  private func reduceElement(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard case .element(let id, let elementAction)? = toAction.extract(from: action)
    else { return .none }
    let path = NavigationPath(ListElement(place: way.keyPath, id: id))
    let effect = way.modify(&state) { elements -> Effect<Element.Action>? in
      guard let index = elements.index(id: id)
      else { return nil }
      let before = identity.begin(&elements[index])
      let effect = NavigationPath.$current.withValue(path) {
        element.reduce(into: &elements[index], action: elementAction)
      }
      if identity.replacement(&elements[index], since: before) != .nothing {
        elements._renewLineage()
      }
      return effect
    }
    guard let effect
    else {
      reportMissing(action, id)
      return .none
    }
    let toAction = toAction
    return
      effect
      .mapUnchecked { toAction.embed(.element(id: id, action: $0)) }
      .cancellable(id: path.effectID, cancelInFlight: false)
  }

  private func structure(_ state: inout Parent.State) -> UInt64 {
    withUnsafePointer(to: &state) {
      way.read($0, .nothing) { $0.pointee._structure }
    }
  }

  /// Cancels the effects of the elements that are not there any more.
  private func cancelRemoved(_ state: inout Parent.State) -> Effect<Parent.Action> {
    let ids = withUnsafePointer(to: &state) {
      way.read($0, .nothing) { UncheckedSendable($0.pointee.ids) }
    }
    let place = UncheckedSendable(way.keyPath as AnyKeyPath)
    let path = NavigationPath.current
    return Effect(
      .cancelWhere { effect in
        guard
          let child = effect.child, let element = child.element.base as? ListElement<ID>,
          element.place == place.value, child.parent == path
        else { return false }
        return !ids.value.contains(element.id)
      })
  }

  private func reportMissing(_ action: Parent.Action, _ id: ID) {
    reportIssue(
      """
      A 'forEach' at "\(site.fileID):\(site.line)" received an action for an element that is not \
      there:

        Action:
      \(describe(action))
        Id:
      \(describe(id))

      The action was not reduced by the element. Check that:

      • no reducer before this 'forEach' removes the element: put 'forEach' on what does, so that \
      the element gets the action first;
      • effects of the element do not outlive it;
      • actions are sent only for elements that are there.
      """,
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }
}

/// A child in the path of the navigation that is an element of a collection: where its parent keeps
/// the collection, and which element it is.
private struct ListElement<ID: Hashable & Sendable>: Hashable, @unchecked Sendable {
  // Unchecked for the key path, which is immutable.
  let place: AnyKeyPath
  let id: ID
}
