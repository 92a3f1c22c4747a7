extension Shared {
  /// Whether the key is loading the value. Always `false` without a key.
  public var isLoading: Bool { reference.isLoading }

  /// Why the key could not load the value the last time it tried; `nil` when it could.
  public var loadError: (any Error)? { reference.loadError }

  /// Why the key could not save the value the last time it tried; `nil` when it could.
  public var saveError: (any Error)? { reference.saveError }

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
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    source.replace(
      with: Sharing.reference(
        key, default: { wrappedValue }, loads: false,
        site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)))
    try await load()
  }

  /// Saves the value with the key, and waits until that is done. Does nothing without a key.
  ///
  /// - Throws: The key's error, which is also the ``saveError``.
  public func save() async throws {
    try await reference.save()
  }
}
