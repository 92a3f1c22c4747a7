// A key that is declared on `SharedKey`, as one that can be written may be, is not found by its name
// where a `SharedReaderKey` is asked for. These ask for it, and come second where both fit.
extension SharedReader {
  /// A value of a key that could also write it, to be read only. The default is used, and evaluated,
  /// only if the key has no value.
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

  /// An optional value of a key that could also write it, to be read only. It is `nil` if the key
  /// has none.
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
}
