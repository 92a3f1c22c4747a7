public import CasePaths

/// An action of a stack's element, or an external change of the stack.
///
/// ```swift
/// enum Action {
///   case path(StackActionOf<Path>)
/// }
/// ```
///
/// Case key paths reach through an id: `\.path[id: 0].detail.deleteButtonTapped`.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)

  /// The element with an id and all above it are to go: `forEach` removes them.
  case popFrom(id: StackElementID)

  /// An element is to be put on top, under this id: `forEach` appends it.
  indirect case push(id: StackElementID, state: State)
}

/// The action of a stack of features: `StackActionOf<Path>` is
/// `StackAction<Path.State, Path.Action>`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: CasePathable, CasePathIterable {
  /// The case paths of the three cases, and of an element's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The three cases and, by its id, the actions of an element.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    /// The case of the elements' actions, with the id and the action.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        _embed: { .element(id: $0.id, action: $0.action) },
        _extract: {
          if case .element(let id, let action) = $0 { (id: id, action: action) } else { nil }
        })
    }

    /// The case for removing an element and those above it.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        _embed: { .popFrom(id: $0) },
        _extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// The case of an element that is put on top, with its id and state.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        _embed: { .push(id: $0.id, state: $0.state) },
        _extract: {
          if case .push(let id, let state) = $0 { (id: id, state: state) } else { nil }
        })
    }

    /// The actions of one element.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        _embed: { .element(id: id, action: $0) },
        _extract: {
          if case .element(id, let action) = $0 { action } else { nil }
        })
    }

    /// The key path of the case that an action is in.
    public subscript(root: StackAction) -> PartialCaseKeyPath<StackAction> {
      switch root {
      case .element: \.element
      case .popFrom: \.popFrom
      case .push: \.push
      }
    }

    /// Iterates over the key paths of the three cases.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<StackAction>]> {
      [\.element, \.popFrom, \.push].makeIterator()
    }
  }
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
