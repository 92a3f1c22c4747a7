import CasePaths
import RuntimeInternals

/// Distinguishes a child from its replacement: by case, if its state is an enum, and by id, if it
/// has one.
@usableFromInline
struct ChildIdentity: Hashable, Sendable {
  let tag: UInt
  let id: ChildID?

  init(tag: UInt, id: ChildID? = nil) {
    self.tag = tag
    self.id = id
  }
}

/// The id of a child's state. An object, so that it can be compared with that of a state without
/// being unwrapped first.
class ChildID: Hashable, @unchecked Sendable {
  // Unchecked for the id, which need not be sendable to be an id. It is only ever compared.
  fileprivate init() {}

  func isEqual(to other: ChildID) -> Bool { preconditionFailure("ChildID is abstract") }
  func hash(into hasher: inout Hasher) { preconditionFailure("ChildID is abstract") }

  static func == (lhs: ChildID, rhs: ChildID) -> Bool {
    lhs === rhs || (type(of: lhs) == type(of: rhs) && lhs.isEqual(to: rhs))
  }
}

private final class TypedChildID<ID: Hashable>: ChildID, @unchecked Sendable {
  // Unchecked for the superclass, which is.
  let id: ID

  init(_ id: ID) {
    self.id = id
    super.init()
  }

  override func isEqual(to other: ChildID) -> Bool {
    (other as? TypedChildID<ID>)?.id == id
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// Finds the identity of a child's state.
///
/// The id's location depends only on the type, and is determined once.
@usableFromInline
struct ChildIdentifier<State> {
  // A list of objects and not an array: to ask an array anything takes a look-up of its type.
  private let ids: ChildIDReader<State>?
  private let ephemeral: [(State) -> Any.Type?]
  private let hasEphemeral: Bool
  /// Whether the state, if it is an enum, is one whose cases cannot be listed.
  private let isReflected: Bool

  @usableFromInline
  init() {
    var ids = identify(State.self) as? ChildIDReader<State>
    var ephemeral = [
      (State.self as? any _EphemeralState.Type).map { type in
        let action = actionType(of: type)
        return { (_: State) -> Any.Type? in action }
      }
    ].compactMap { $0 }
    func inspect<Enum: CasePathIterable>(_ type: Enum.Type) {
      let looksForIDs = ids == nil
      for keyPath in Enum.allCasePaths {
        guard let inspection = Swift.type(of: keyPath).valueType as? any CaseInspection.Type
        else { continue }
        if looksForIDs, let id = inspection.id(at: keyPath) as? ChildIDReader<State> {
          id.next = ids
          ids = id
        }
        if let end = inspection.ephemeral(at: keyPath) as? (State) -> Any.Type? {
          ephemeral.append(end)
        }
      }
    }
    let enumType = State.self as? any CasePathIterable.Type
    if let enumType { inspect(enumType) }
    isReflected = enumType == nil
    hasEphemeral = !ephemeral.isEmpty
    self.ids = ids
    self.ephemeral = ephemeral
  }

  /// The identity of a state.
  @usableFromInline
  func callAsFunction(_ state: inout State) -> ChildIdentity {
    let tag = tag(&state)
    guard ids != nil
    else {
      guard isReflected, tag != 0
      else { return ChildIdentity(tag: tag) }
      return ChildIdentity(tag: tag, id: payload(of: state).flatMap(payloadID))
    }
    var next = ids
    while let reader = next {
      if let id = reader.read(&state) { return ChildIdentity(tag: tag, id: id) }
      next = reader.next
    }
    return ChildIdentity(tag: tag)
  }

  /// Whether a state has an identity. Asked before and after each action, so that it must not copy
  /// the state.
  @usableFromInline
  func isIdentity(_ identity: ChildIdentity, of state: inout State) -> Bool {
    guard identity.tag == tag(&state)
    else { return false }
    guard ids != nil
    else {
      guard isReflected, identity.tag != 0
      else { return true }
      return payload(of: state).flatMap(payloadID) == identity.id
    }
    var next = ids
    while let reader = next {
      if let isEqual = reader.isEqual(identity.id, &state) { return isEqual }
      next = reader.next
    }
    return identity.id == nil
  }

  private func tag(_ state: inout State) -> UInt {
    UInt(bitPattern: EnumCaseName.address(forValueIn: &state))
  }

  /// Whether an action answers the state, such as an alert.
  @usableFromInline
  func isAnswer<Action>(_ action: Action, to state: inout State) -> Bool {
    guard hasEphemeral || (isReflected && tag(&state) != 0), let type = ephemeralAction(state)
    else { return false }
    if type == Swift.type(of: action) { return true }
    return Mirror(reflecting: action).children.first.map { Swift.type(of: $0.value) == type }
      ?? false
  }

  /// The type of the actions that dismiss the state, if actions can.
  private func ephemeralAction(_ state: State) -> Any.Type? {
    guard hasEphemeral
    else { return payload(of: state).flatMap(payloadAction) }
    for ephemeral in ephemeral {
      if let type = ephemeral(state) { return type }
    }
    return nil
  }
}

/// Reads the id of a state.
private class ChildIDReader<State> {
  /// The one for another case.
  var next: ChildIDReader?

  /// The id, or `nil` if the current case has none.
  func read(_ state: inout State) -> ChildID? { nil }

  /// Whether the state has this id; `nil` in a case without one.
  ///
  /// - Parameters:
  ///   - id: One read by this value, or `nil`.
  ///   - state: The state.
  func isEqual(_ id: ChildID?, _ state: inout State) -> Bool? { nil }
}

private final class OwnIDReader<State: Identifiable>: ChildIDReader<State> {
  override func read(_ state: inout State) -> ChildID? {
    TypedChildID(state.id)
  }

  override func isEqual(_ id: ChildID?, _ state: inout State) -> Bool? {
    guard let id
    else { return false }
    return typed(id, State.ID.self) == state.id
  }
}

private final class CaseIDReader<State, Value: Identifiable>: ChildIDReader<State> {
  private let path: AnyCasePath<State, Value>

  init(_ path: AnyCasePath<State, Value>) {
    self.path = path
  }

  override func read(_ state: inout State) -> ChildID? {
    path.extract(from: state).map { TypedChildID($0.id) }
  }

  override func isEqual(_ id: ChildID?, _ state: inout State) -> Bool? {
    path.extract(from: state).map { value in
      id.map { typed($0, Value.ID.self) == value.id } ?? false
    }
  }
}

/// An id that is known to be of a type: no cast has to look the type up.
private func typed<ID: Hashable>(_ id: ChildID, _ type: ID.Type) -> ID {
  unsafeDowncast(id, to: TypedChildID<ID>.self).id
}

private func actionType<State: _EphemeralState>(of type: State.Type) -> Any.Type {
  State.Action.self
}

/// Reads the ids of a type, if it has any.
private func identify<Value>(_ type: Value.Type) -> AnyObject? {
  func open<ID: Identifiable>(_ type: ID.Type) -> AnyObject { OwnIDReader<ID>() }
  return (type as? any Identifiable.Type).map { open($0) }
}

// MARK: - Enums whose cases cannot be listed

private func payload(of value: some Any) -> Any? {
  Mirror(reflecting: value).children.first?.value
}

private func payloadID(_ payload: Any) -> ChildID? {
  func id(_ payload: some Identifiable) -> ChildID { TypedChildID(payload.id) }
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

/// The payload types of an enum's cases, by the type of the case key path.
private protocol CaseInspection {
  static func id<Root>(at keyPath: PartialCaseKeyPath<Root>) -> AnyObject?
  static func ephemeral<Root>(at keyPath: PartialCaseKeyPath<Root>) -> Any?
}

extension Case: CaseInspection {
  fileprivate static func id<Root>(at keyPath: PartialCaseKeyPath<Root>) -> AnyObject? {
    guard let keyPath = keyPath as? CaseKeyPath<Root, Value>
    else { return nil }
    func open<ID: Identifiable>(_ type: ID.Type) -> AnyObject? {
      // It is, as the type is the value's.
      (AnyCasePath(keyPath) as? AnyCasePath<Root, ID>).map { CaseIDReader($0) }
    }
    return (Value.self as? any Identifiable.Type).flatMap { open($0) }
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
