import CasePaths
import RuntimeInternals

/// Tells one child from another that comes in its place: its case, if its state is an enum, and its
/// id, if it has one.
struct ChildIdentity: Hashable, @unchecked Sendable {
  // Unchecked for the id, which need not be sendable to be an id. It is only ever compared.
  var tag: UInt
  var id: AnyHashable?
}

/// Finds the identity of a child's state.
///
/// Where the id is depends on the type only, and is found out once.
struct ChildIdentifier<State> {
  private let ids: [(State) -> AnyHashable?]
  private let ephemeral: [(State) -> Any.Type?]
  /// Whether the state, if it is an enum, is one whose cases cannot be listed.
  private let isReflected: Bool

  init() {
    var ids = [identify(State.self)].compactMap { $0 }
    var ephemeral = [
      (State.self as? any _EphemeralState.Type).map { type in
        let action = actionType(of: type)
        return { (_: State) -> Any.Type? in action }
      }
    ].compactMap { $0 }
    func inspect<Enum: CasePathIterable>(_ type: Enum.Type) {
      let looksForIDs = ids.isEmpty
      for keyPath in Enum.allCasePaths {
        guard let inspection = Swift.type(of: keyPath).valueType as? any CaseInspection.Type
        else { continue }
        if looksForIDs, let id = inspection.id(at: keyPath) as? (State) -> AnyHashable? {
          ids.append(id)
        }
        if let end = inspection.ephemeral(at: keyPath) as? (State) -> Any.Type? {
          ephemeral.append(end)
        }
      }
    }
    let enumType = State.self as? any CasePathIterable.Type
    if let enumType { inspect(enumType) }
    isReflected = enumType == nil
    self.ids = ids
    self.ephemeral = ephemeral
  }

  /// The identity of a state.
  func callAsFunction(_ state: State) -> ChildIdentity {
    var identity = ChildIdentity(tag: 0, id: nil)
    identity.tag = UInt(bitPattern: EnumCaseName.address(for: state))
    if ids.isEmpty {
      if isReflected, identity.tag != 0 { identity.id = payload(of: state).flatMap(payloadID) }
      return identity
    }
    for id in ids {
      if let id = id(state) {
        identity.id = id
        break
      }
    }
    return identity
  }

  /// The type of the actions that end the state, if it is of the kind that an action ends.
  func ephemeralAction(_ state: State) -> Any.Type? {
    if ephemeral.isEmpty {
      guard isReflected, EnumCaseName.address(for: state) != nil
      else { return nil }
      return payload(of: state).flatMap(payloadAction)
    }
    for ephemeral in ephemeral {
      if let type = ephemeral(state) { return type }
    }
    return nil
  }
}

private func actionType<State: _EphemeralState>(of type: State.Type) -> Any.Type {
  State.Action.self
}

/// The id of a value, as a function of the value, if its type has ids.
private func identify<Value>(_ type: Value.Type) -> ((Value) -> AnyHashable?)? {
  func open<ID: Identifiable>(_ type: ID.Type) -> Any {
    let function: (ID) -> AnyHashable? = { AnyHashable($0.id) }
    return function
  }
  return (type as? any Identifiable.Type).flatMap { open($0) as? (Value) -> AnyHashable? }
}

// MARK: - Enums whose cases cannot be listed

private func payload(of value: some Any) -> Any? {
  Mirror(reflecting: value).children.first?.value
}

private func payloadID(_ payload: Any) -> AnyHashable? {
  func id(_ payload: some Identifiable) -> AnyHashable { AnyHashable(payload.id) }
  guard let payload = payload as? any Identifiable
  else { return nil }
  return id(payload)
}

private func payloadAction(_ payload: Any) -> Any.Type? {
  func action<Payload: _EphemeralState>(_ payload: Payload) -> Any.Type { Payload.Action.self }
  guard let payload = payload as? any _EphemeralState
  else { return nil }
  return action(payload)
}

/// What a case of an enum holds, by the type of its case key path.
private protocol CaseInspection {
  static func id<Root>(at keyPath: PartialCaseKeyPath<Root>) -> Any?
  static func ephemeral<Root>(at keyPath: PartialCaseKeyPath<Root>) -> Any?
}

extension Case: CaseInspection {
  fileprivate static func id<Root>(at keyPath: PartialCaseKeyPath<Root>) -> Any? {
    guard
      let keyPath = keyPath as? CaseKeyPath<Root, Value>,
      let identify = identify(Value.self)
    else { return nil }
    let path = AnyCasePath(keyPath)
    let function: (Root) -> AnyHashable? = { path.extract(from: $0).flatMap(identify) }
    return function
  }

  fileprivate static func ephemeral<Root>(at keyPath: PartialCaseKeyPath<Root>) -> Any? {
    guard
      let keyPath = keyPath as? CaseKeyPath<Root, Value>,
      let type = Value.self as? any _EphemeralState.Type
    else { return nil }
    let path = AnyCasePath(keyPath)
    let action = actionType(of: type)
    let function: (Root) -> Any.Type? = { path.extract(from: $0) == nil ? nil : action }
    return function
  }
}
