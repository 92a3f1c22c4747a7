/// A file of the caller, for the default argument of a subscript.
///
/// All are equal, so that key paths through the subscript are equal wherever they are written.
public struct _CallerFile: ExpressibleByStringLiteral, Hashable, Sendable {
  @usableFromInline let name: StaticString

  /// The file that the literal names.
  @inlinable
  public init(stringLiteral name: StaticString) {
    self.name = name
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// A line or a column of the caller, for the default argument of a subscript.
///
/// All are equal, so that key paths through the subscript are equal wherever they are written.
public struct _CallerLine: ExpressibleByIntegerLiteral, Hashable, Sendable {
  @usableFromInline let number: UInt

  /// The line or the column.
  @inlinable
  public init(integerLiteral number: UInt) {
    self.number = number
  }

  /// Always `true`.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// The place of a call, for issues.
@usableFromInline
struct CallerSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline
  init(
    _ fileID: StaticString = #fileID, _ filePath: StaticString = #filePath, _ line: UInt = #line,
    _ column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  @usableFromInline
  init(
    _ fileID: _CallerFile, _ filePath: _CallerFile, _ line: _CallerLine, _ column: _CallerLine
  ) {
    self.init(fileID.name, filePath.name, line.number, column.number)
  }

  /// The place of a call through a protocol, which has none.
  @usableFromInline static var unknown: Self { Self() }
}
