extension SharedReader {
  /// Whether the key is loading the value. Always `false` without a key.
  public var isLoading: Bool { reference.isLoading }

  /// Why the key could not load the value the last time it tried; `nil` when it could.
  public var loadError: (any Error)? { reference.loadError }

  /// Reloads the value from the key. Does nothing without a key.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public func load() async throws {
    try await reference.load()
  }

  /// Points this property, and all copies of it, to another key, and loads its value.
  ///
  /// Until it is loaded the property holds the value it has now.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public func load(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    try await point(
      to: key, site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
