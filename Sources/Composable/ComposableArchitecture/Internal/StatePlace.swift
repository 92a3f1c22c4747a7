/// The location of one child or several in a state.
@usableFromInline
struct StatePlace: Hashable, @unchecked Sendable {
  // Unchecked for the key path. It is immutable, and only ever compared.
  private enum Kind: Hashable {
    case keyPath(AnyKeyPath)
    case types(root: ObjectIdentifier, value: ObjectIdentifier)
  }

  private let kind: Kind

  @usableFromInline
  init(_ keyPath: AnyKeyPath) {
    kind = .keyPath(keyPath)
  }

  /// The place of a case that no key path names: that of all cases with such a value.
  init(caseOf root: any Any.Type, value: any Any.Type) {
    kind = .types(root: ObjectIdentifier(root), value: ObjectIdentifier(value))
  }
}
