import ArgumentParsing

extension CommandTrait {
  /// Warns if the database is lost, since a new one would hide that.
  static let addsMemos = Self("adds memos")

  /// Connects to the server itself, for all of its libraries.
  static let connectsItself = Self("connects itself")

  /// Uses no library, or chooses its libraries itself.
  static let ignoresLibrary = Self("ignores the library")

  /// Rebuilds the library, or doesn't read it, and so runs without its database.
  static let worksWithoutDatabase = Self("works without the database")

  static let withoutDatabase: Set = [
    addsMemos, ignoresLibrary, worksWithoutDatabase, worksWithoutLibrary,
  ]

  /// Does nothing if the database has many libraries and none is chosen.
  static let worksWithoutLibrary = Self("works without a library")
}

extension ParsedArguments {
  func labels(ofGiven parameters: [any CommandParameter]) -> [String] {
    parameters.filter { isGiven($0) }.map(\.specification.label)
  }

  func usageError(_ message: String) -> UsageError {
    UsageError(command: commandPath.prefix(2).joined(separator: " "), message: message)
  }
}
