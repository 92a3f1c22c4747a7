/// A value that several parts of a program share, and that may be kept outside of it.
///
/// ```swift
/// @Shared(.fileStorage(.documentsDirectory.appending(component: "settings.json")))
/// var settings = Settings()
/// @Shared(value: 0) var count
/// ```
///
/// All copies of the property see a change at once, and properties with the same key have the same
/// value. Change it with ``withLock(_:fileID:filePath:line:column:)``; the key then saves it:
///
/// ```swift
/// $count.withLock { $0 += 1 }
/// ```
///
/// Parts of a shared value are shared, too: `$settings.fontSize` is a `Shared<Double>`, and
/// `$todos[id: 1]` a `Shared<Todo?>`. Observation tracks reads of each part: an observer that has
/// read `settings.fontSize` through `$settings.fontSize` is not notified when the color changes.
///
/// In an `@Observable` class, write `@ObservationIgnored` before the property.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  /// The reference of this property and its copies, which may have been replaced.
  let source: Reference<Value>

  /// - Parameter reference: One that no other property has.
  init(reference: Reference<Value>) {
    source = reference
  }

  var reference: Reference<Value> { source.current }

  /// The value.
  ///
  /// Change it with ``withLock(_:fileID:filePath:line:column:)``: an assignment based on an earlier
  /// read would overwrite changes made in between.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *, deprecated,
      message: "Use '$shared.withLock { $0 = … }': others may change the value at the same time."
    )
    nonmutating set { reference.withLock(.unknown) { $0 = newValue } }
  }

  /// The shared value itself, to be handed on, changed, or taken a part of.
  ///
  /// Assigning another projected value points this property, and all its copies, to that value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { source.replace(with: newValue.reference) }
  }

  /// Reads and changes the value atomically.
  ///
  /// Observers are notified, and the value is saved, after the closure has returned and before this
  /// function does. The closure changes the value in place, regardless of its size.
  ///
  /// Inside the closure, use only its argument. A change of the same shared value, or of a part of
  /// it, is reported as an issue there, and is lost. A read returns the closure's current state; a
  /// read through an element or a computed property that the closure is changing is reported, and
  /// returns the initial value. Closures that change two shared values in opposite orders can
  /// deadlock.
  ///
  /// - Parameters:
  ///   - operation: Gets the value to read and change.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  /// - Returns: The operation's result.
  public func withLock<R>(
    _ operation: (inout Value) throws -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> R {
    try reference.withLock(
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column), operation)
  }

  /// A part of the value, shared as well.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(
      reference: DerivedReference(reference, WritableProjection(keyPath: keyPath)))
  }

  /// A part of the value that can only be read, shared as well.
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

extension Shared: Sendable where Value: Sendable {}

extension SourceSite {
  static var unknown: Self { Self(fileID: #fileID, filePath: #filePath, line: 0, column: 0) }
}
