public import CasePaths

/// An action of a child that is presented, or its dismissal.
///
/// ```swift
/// enum Action {
///   case destination(PresentationAction<Destination.Action>)
/// }
/// ```
///
/// Case key paths pass over ``presented(_:)``: `\.destination.edit.binding` is short for
/// `\.destination.presented.edit.binding`.
public enum PresentationAction<Action> {
  /// The child is to go away: `ifLet` sets its state to `nil`.
  case dismiss

  /// An action of the child.
  indirect case presented(Action)
}

extension PresentationAction: CasePathable, CasePathIterable {
  /// The case paths of the two cases, and of the child's.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The two cases and, under their own names, the cases of the child's action.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    /// The case of the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The case of the child's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        _embed: { .presented($0) },
        _extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    /// A case of the child's action.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    /// The key path of the case that an action is in.
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    /// Iterates over the key paths of the two cases.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<PresentationAction>]> {
      [\.dismiss, \.presented].makeIterator()
    }
  }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}
