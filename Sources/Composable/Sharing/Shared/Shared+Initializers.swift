extension Shared {
  /// Shares a value that is kept nowhere else.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - fileID: The source `#fileID` of the declaration, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public init(
    value: sending Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      reference: RootReference(
        StoredCore(
          value, site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    )
  }

  /// The same shared value as another property's: `init(projectedValue: $count)`.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// A shared optional's wrapped value, or `nil` if it has none now.
  ///
  /// ```swift
  /// if let user = Shared($currentUser) { … }
  /// ```
  ///
  /// If the optional becomes `nil` later, the last value is used.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.reference.presentValue()
    else { return nil }
    self.init(reference: DerivedReference(base.reference, UnwrappedProjection(value)))
  }

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value until the key has another one. Evaluated only if the key's value
  ///     is not in use yet.
  ///   - key: The storage of the value.
  ///   - fileID: The source `#fileID` of the declaration, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      reference: Sharing.reference(
        key, default: wrappedValue,
        site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Shares the value of a key, which is `nil` until the key has one.
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Shares the value of a key that has its own default.
  public init<Key: SharedKey>(
    _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      wrappedValue: key.initialValue, key, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Shares the optional value of a key that has its own default.
  public init<Key: SharedKey, Wrapped>(
    _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value, Value == Wrapped? {
    self.init(
      wrappedValue: key.initialValue, key, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  // The initializer for all keys would do, but for the literal in `@Shared(.todos) var todos = []`,
  // whose type is found through this one only.

  /// Shares the value of a key that has its own default, with another default here.
  @_disfavoredOverload
  public init<Key: SharedKey>(
    wrappedValue: @autoclosure () -> Value,
    _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      reference: Sharing.reference(
        key, default: wrappedValue,
        site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Not available: a key without a default needs one in the declaration.
  @_disfavoredOverload
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("Cannot be called.")
  }

  /// Shares the value of a key, which must exist: it is loaded first.
  ///
  /// - Throws: The key's load error, or an error if there is no value.
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let value = try await requiredValue(of: key)
    self.init(
      reference: Sharing.reference(
        key, default: { value }, loads: false,
        site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    if let loadError { throw loadError }
  }
}
