/// A shared value that this part of the program only reads.
///
/// ```swift
/// @SharedReader(.appStorage("isSoundEnabled")) var isSoundEnabled = true
/// ```
///
/// It is the same value that properties of the type ``Shared`` with the same key have and may
/// change. A key that can only be read, a ``SharedReaderKey``, is used with this type alone.
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value> {
  /// The reference of this property and its copies, which may have been replaced.
  let source: Reference<Value>

  /// - Parameter reference: One that no other property has.
  init(reference: Reference<Value>) {
    source = reference
  }

  var reference: Reference<Value> { source.current }

  /// The value.
  public var wrappedValue: Value { reference.value }

  /// The shared value itself, to be handed on or taken a part of.
  ///
  /// Assigning another projected value points this property, and all its copies, to that value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { source.replace(with: newValue.reference) }
  }

  /// A part of the value, shared as well.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader<Member>(
      reference: DerivedReference(reference, ReadOnlyProjection(keyPath: keyPath)))
  }

  /// A function's result of the value, shared and read-only.
  ///
  /// ```swift
  /// let isDone = $todos.read { $0.allSatisfy(\.isDone) }
  /// ```
  ///
  /// The function is called for each read, and, while it is observed, for each change. It
  /// must not change this shared value.
  ///
  /// - Parameter body: Makes the value that is read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: DerivedReference(reference, FunctionProjection(body)))
  }
}

extension SharedReader: Sendable where Value: Sendable {}
