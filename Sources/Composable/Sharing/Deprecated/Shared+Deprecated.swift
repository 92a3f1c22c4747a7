// Spellings of earlier versions of this API, so that code written for them compiles.

extension Shared {
  /// The former spelling of ``Shared/init(value:fileID:filePath:line:column:)``.
  @available(*, deprecated, renamed: "init(value:)")
  @_disfavoredOverload
  public init(
    _ value: sending Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(value: value, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // The second parameter, which accepts no argument, keeps the compiler from using this as the
  // property wrapper's initializer: the memberwise initializer of a struct with
  // `@Shared var count: Int` would otherwise take an `Int` instead of a `Shared<Int>`.
  /// The former spelling of ``Shared/init(value:fileID:filePath:line:column:)``.
  @available(*, deprecated, renamed: "init(value:)")
  public init(
    wrappedValue: sending Value,
    _: Never...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(value: wrappedValue, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The former name of ``SharedKey``.
@available(*, deprecated, renamed: "SharedKey")
public typealias PersistenceKey = SharedKey

/// The former name of ``SharedReaderKey``.
@available(*, deprecated, renamed: "SharedReaderKey")
public typealias PersistenceReaderKey = SharedReaderKey
