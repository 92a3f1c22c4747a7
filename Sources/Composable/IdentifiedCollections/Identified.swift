/// A value with a separate id, for values that have no id or should use another one, such as in an
/// identified array.
///
/// ```swift
/// var selection: Identified<Row.ID, Counter.State?>?
/// selection = Identified(nil, id: row.id)
/// ```
///
/// The value's properties can be read and written without naming `value`.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id; it stays the same however the value changes.
  public let id: ID

  /// The value.
  public var value: Value

  /// Gives a value an id.
  @inlinable
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Gives a value an id derived from it, such as by a key path: `Identified(user, id: \.email)`.
  ///
  /// The id is computed once and stays the same when the value changes.
  @inlinable
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// A property of the value.
  @inlinable
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }

  /// A property of the value that can only be read.
  @inlinable
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
