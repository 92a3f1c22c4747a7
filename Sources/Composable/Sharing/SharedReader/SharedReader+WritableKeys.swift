// Keys that are declared on `SharedKey` are found by their names here, too:
// `@SharedReader(.count)`.

extension SharedReader {
  /// Reads the value of a key that others may write.
  @_disfavoredOverload
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

  /// Reads the value of a key that others may write. It is `nil` until the key has one.
  @_disfavoredOverload
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

  /// Reads the value of a key that others may write, which must exist: it is loaded first.
  ///
  /// - Throws: The key's load error, or an error if there is no value.
  @_disfavoredOverload
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await self.init(
      required: key,
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Points this property, and all copies of it, to another key, and loads its value.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  @_disfavoredOverload
  public func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    try await point(
      to: key, site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  init(required key: some SharedReaderKey<Value>, site: SourceSite) async throws {
    let value = try await requiredValue(of: key)
    self.init(
      reference: Sharing.reference(key, default: { value }, loads: false, site: site))
    if let loadError { throw loadError }
  }

  func point(to key: some SharedReaderKey<Value>, site: SourceSite) async throws
  where Value: Sendable {
    source.replace(
      with: Sharing.reference(key, default: { wrappedValue }, loads: false, site: site))
    try await load()
  }

  /// Not available: a key without a default needs one in the declaration.
  @_disfavoredOverload
  @available(*, unavailable, message: "Assign a default value")
  public init(_ key: some SharedKey<Value>) {
    fatalError("Cannot be called.")
  }
}
