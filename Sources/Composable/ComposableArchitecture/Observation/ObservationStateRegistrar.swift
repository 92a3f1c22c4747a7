/// Notices which properties of a state value are read and changed. The code that `@ObservableState`
/// writes keeps one in each value.
///
/// All registrars are equal, and they are not encoded: they are not part of the value.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the value that the registrar belongs to.
  public private(set) var id = ObservableStateID()
  let observers = ValueObservers()

  /// Makes the registrar of a new value.
  public init() {}

  /// Gives the value a fresh identity.
  public mutating func _$willModify() {
    id = ObservableStateID()
  }

  /// The property with a number is read.
  public func access(_ index: Int) {
    observers.access(index)
  }

  // MARK: - Any property

  /// Assigns a property.
  public func set<Member>(_ index: Int, _ member: inout Member, _ newValue: Member) {
    member = newValue
    observers.notify(index)
  }

  /// Assigns a property; assigning an equal value is not a change.
  public func set<Member: Equatable>(_ index: Int, _ member: inout Member, _ newValue: Member) {
    // An equal value may have another identity, and is assigned.
    let isChange = member != newValue
    member = newValue
    if isChange { observers.notify(index) }
  }

  /// A property is about to be changed in place.
  public func willModify<Member>(_ index: Int, _ member: inout Member) -> ObservableStateID {
    ._$inert
  }

  /// A property has been changed in place.
  public func didModify<Member>(
    _ index: Int, _ member: inout Member, _ identity: ObservableStateID
  ) {
    observers.notify(index)
  }

  // MARK: - State with an identity

  /// Assigns a child's state. Another child is a change; a change within it is observed there.
  public func set<Member: _Identified>(
    _ index: Int, _ member: inout Member, _ newValue: Member
  ) {
    let identity = member._$id
    member = newValue
    didModify(index, &member, identity)
  }

  /// Assigns a child's state. Another child is a change; a change within it is observed there.
  public func set<Member: _Identified & Equatable>(
    _ index: Int, _ member: inout Member, _ newValue: Member
  ) {
    let identity = member._$id
    member = newValue
    didModify(index, &member, identity)
  }

  /// A child's state is about to be changed in place.
  public func willModify<Member: _Identified>(
    _ index: Int, _ member: inout Member
  ) -> ObservableStateID {
    member._$willModify()
    return member._$id
  }

  /// A child's state has been changed in place.
  public func didModify<Member: _Identified>(
    _ index: Int, _ member: inout Member, _ identity: ObservableStateID
  ) {
    let newIdentity = member._$id
    guard newIdentity != identity
    else { return }
    observers.notify(
      index, elements: Member._$hasElements && !newIdentity.hasElements(of: identity))
  }

  // MARK: - Arrays of state with identities

  /// An array of children is about to be changed in place. Their identities are taken only where
  /// someone observes the array: it may be long.
  public func willModify<Element: _Identified>(
    _ index: Int, _ member: inout [Element]
  ) -> [ObservableStateID]? {
    guard observers.isObserved(index)
    else { return nil }
    for position in member.indices { member[position]._$willModify() }
    return member.map(\._$id)
  }

  /// An array of children has been changed in place. Other children, or the same in another order,
  /// are a change; what changed within one is noticed there.
  public func didModify<Element: _Identified>(
    _ index: Int, _ member: inout [Element], _ identities: [ObservableStateID]?
  ) {
    guard let identities, !identities.elementsEqual(member.lazy.map(\._$id))
    else { return }
    observers.notify(index)
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always `true`: the observers of a value are not part of it.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Adds nothing to the hash, as all registrars are equal.
  public func hash(into hasher: inout Hasher) {}

  /// A new registrar. Nothing is decoded.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// A registrar is not decoded.
  public func decode(
    _ type: ObservationStateRegistrar.Type, forKey key: Key
  ) throws -> ObservationStateRegistrar {
    ObservationStateRegistrar()
  }
}

extension KeyedEncodingContainer {
  /// A registrar is not encoded.
  public mutating func encode(_ value: ObservationStateRegistrar, forKey key: Key) throws {}
}
