/// A raw value that carries a second type, so that two values of the same raw type cannot be
/// mistaken for one another.
///
/// ```swift
/// struct Recording: Identifiable {
///   typealias ID = Tagged<Recording, UUID>
///   let id: ID
/// }
///
/// struct Speaker: Identifiable {
///   typealias ID = Tagged<Speaker, UUID>
///   let id: ID
/// }
/// ```
///
/// A `Speaker.ID` passed where a `Recording.ID` is expected does not compile. A type with several
/// values of one kind makes a tag of a tuple with a label: `Tagged<((), gitSha: ()), String>`.
///
/// `Tagged` has the abilities of its raw value: it is equatable, hashable, comparable, codable,
/// sendable, a number, a collection, an error, or written as a literal exactly where the raw value
/// is. It is stored and encoded as the raw value alone.
@dynamicMemberLookup
@frozen
public struct Tagged<Tag, RawValue> {
  /// The value without its tag.
  public var rawValue: RawValue

  /// Tags a raw value.
  @inlinable
  public init(rawValue: RawValue) {
    self.rawValue = rawValue
  }

  /// Tags a raw value.
  @inlinable
  public init(_ rawValue: RawValue) {
    self.rawValue = rawValue
  }

  /// Reads a property of the raw value.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<RawValue, Value>) -> Value {
    rawValue[keyPath: keyPath]
  }

  /// The same tag on a raw value made from this one.
  ///
  /// - Parameter transform: Makes the new raw value. Its errors are rethrown.
  @inlinable
  public func map<NewValue, Failure: Error>(
    _ transform: (RawValue) throws(Failure) -> NewValue
  ) throws(Failure) -> Tagged<Tag, NewValue> {
    Tagged<Tag, NewValue>(rawValue: try transform(rawValue))
  }

  /// The same raw value under another tag.
  ///
  /// - Parameter type: The new tag. It can be omitted if the context determines it.
  @inlinable
  public func coerced<NewTag>(to type: NewTag.Type = NewTag.self) -> Tagged<NewTag, RawValue> {
    Tagged<NewTag, RawValue>(rawValue: rawValue)
  }
}

extension Tagged: RawRepresentable {}

extension Tagged: Sendable where RawValue: Sendable {}

extension Tagged: BitwiseCopyable where RawValue: BitwiseCopyable {}

extension Tagged: Equatable where RawValue: Equatable {
  /// Whether the raw values are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue == rhs.rawValue
  }
}

extension Tagged: Hashable where RawValue: Hashable {
  /// Hashes the raw value.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    rawValue.hash(into: &hasher)
  }

  /// The raw value's hash value.
  @inlinable
  public var hashValue: Int { rawValue.hashValue }

  /// The raw value's hash value with a seed, for the standard library.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int {
    rawValue._rawHashValue(seed: seed)
  }
}

extension Tagged: Comparable where RawValue: Comparable {
  /// Whether the left raw value is less than the right one.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Tagged: Identifiable where RawValue: Identifiable {
  /// The identity of the raw value.
  @inlinable
  public var id: RawValue.ID { rawValue.id }
}

extension Tagged: CustomStringConvertible {
  /// The raw value as text, without the tag.
  public var description: String { String(describing: rawValue) }
}

extension Tagged: LosslessStringConvertible where RawValue: LosslessStringConvertible {
  /// Reads a raw value from text.
  public init?(_ description: String) {
    guard let rawValue = RawValue(description)
    else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Tagged: Error where RawValue: Error {}
