/// The action of one element of a collection.
///
/// ```swift
/// enum Action {
///   case rows(IdentifiedActionOf<Row>)
/// }
/// ```
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// An element's action.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - action: The element's action.
  case element(id: ID, action: Action)

  /// The case path of the case, and of one element's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The one case and, by its id, the actions of an element.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    /// The key path of the one case.
    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> {
      \.element
    }

    /// The case, with the id and the action.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          switch action {
          case .element(let id, let action): (id, action)
          }
        })
    }

    /// The action of the element with an id: `\.rows[id: 1].tapped`.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { action in
          switch action {
          case .element(id, let action): action
          case .element: nil
          }
        })
    }
  }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}

/// The action of one element of a feature's collection.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable
