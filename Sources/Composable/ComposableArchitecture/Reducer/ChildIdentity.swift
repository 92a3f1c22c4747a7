/// What tells one child from another that takes its place: its id, or else the case that it is in.
enum ChildIdentity<State> {
  case identifiable((State) -> AnyHashable)
  case enumCase((State) -> AnyHashable)
  case single

  /// The rule for a type of state.
  static func make() -> Self {
    if let type = State.self as? any Identifiable.Type { return .make(type) }
    if let type = State.self as? any CasePathable.Type { return .make(type) }
    return .single
  }

  private static func make<Child: Identifiable>(_ type: Child.Type) -> Self {
    .identifiable { state in
      (state as? Child).map { AnyHashable($0.id) } ?? AnyHashable(0)
    }
  }

  private static func make<Child: CasePathable>(_ type: Child.Type) -> Self {
    guard let paths = Child.allCasePaths as? any CasePathReflectable<Child>
    else { return .single }
    return .enumCase { state in
      (state as? Child).map { AnyHashable(paths[$0]) } ?? AnyHashable(0)
    }
  }

  func id(of state: State) -> AnyHashable {
    switch self {
    case .identifiable(let id), .enumCase(let id): id(state)
    case .single: AnyHashable(0)
    }
  }
}
