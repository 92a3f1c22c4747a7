public import CasePaths
public import IdentifiedCollections

extension Reducer {
  /// Runs an element's reducer on the element of a collection that an action is for.
  ///
  /// ```swift
  /// Reduce { … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// The element runs before this reducer, so that it still receives an action for which this one
  /// removes it. When an element is removed, its effects are canceled.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection.
  ///   - toElementAction: The case of the action that holds the elements' actions.
  ///   - element: The element's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
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
      self, StateProperty(toElementsState), AnyCasePath(toElementAction), element(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a child for each element of a collection.
public struct _ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  @usableFromInline
  let function: (inout Parent.State, Parent.Action) -> Effect<Parent.Action>

  // The closure is created where the types are known, as for `Scope`.
  @inlinable
  init(
    _ parent: Parent, _ toState: StateProperty<Parent.State, IdentifiedArray<ID, Element.State>>,
    _ toAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>,
    _ element: Element, _ site: SourceSite
  ) {
    let parent = ResolvedReducer(parent)
    let element = ResolvedReducer(element)
    let identity = StateIdentity<Element.State>.make()
    function = { state, action in
      var effect = Effect<Parent.Action>.none
      if case .element(let id, let elementAction)? = toAction.extract(from: action) {
        let path = listElementPath(toState.keyPath, id)
        var isPresent = false
        var elementEffect = Effect<Element.Action>.none
        toState.modify(&state) { elements in
          guard let index = elements.index(id: id)
          else { return }
          isPresent = true
          var isReplaced = false
          identity.watch(&elements[index], &isReplaced) { state in
            path.enter {
              elementEffect = StateCaches.reducing(&state) {
                element.reduce(into: &$0, action: elementAction)
              }
            }
          }
          if isReplaced { elements._renewLineage() }
        }
        if !elementEffect.isNone {
          effect =
            elementEffect
            .mapUnchecked { toAction.embed(.element(id: id, action: $0)) }
            .belonging(to: path)
        }
        if !isPresent { reportMissing(action, id, site) }
      }
      let before = toState.read(&state) { $0.pointee._structure }
      let parentEffect = parent.reduce(into: &state, action: action)
      if !parentEffect.isNone { effect = effect.merge(with: parentEffect) }
      guard toState.read(&state, { $0.pointee._structure }) != before
      else { return effect }
      return effect.merge(with: cancelRemoved(&state, toState))
    }
  }

  /// Runs the reducer of the action's element, then the parent, and cancels the effects of removed
  /// elements.
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    function(&state, action)
  }
}

/// Cancels the effects of removed elements.
@usableFromInline
func cancelRemoved<State, ID: Hashable & Sendable, Element, Action>(
  _ state: inout State, _ toState: StateProperty<State, IdentifiedArray<ID, Element>>
) -> Effect<Action> {
  let ids = toState.read(&state) { UncheckedSendable($0.pointee.ids) }
  let place = StatePlace(toState.keyPath)
  let path = NavigationPath.current
  return Effect(
    .cancelWhere { effect in
      guard
        let child = effect.child, let element = child.element as? ListElement<ID>,
        element.place == place, child.parent == path
      else { return false }
      return !ids.value.contains(element.id)
    })
}

@usableFromInline
func reportMissing<Action, ID>(_ action: Action, _ id: ID, _ site: SourceSite) {
  site.report(
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
    """)
}

/// The place of an element in the navigation.
@inlinable
func listElementPath<ID: Hashable & Sendable>(_ place: AnyKeyPath, _ id: ID) -> NavigationPath {
  NavigationPath(ListElement(place: StatePlace(place), id: id))
}

/// A child in the path of the navigation that is an element of a collection: where its parent keeps
/// the collection, and which element it is.
@usableFromInline
struct ListElement<ID: Hashable & Sendable>: Hashable, Sendable {
  let place: StatePlace
  let id: ID

  @usableFromInline
  init(place: StatePlace, id: ID) {
    self.place = place
    self.id = id
  }
}
