import RuntimeInternals

/// The part of XCTest that issue reporting uses: one function, found by its name at run time. To
/// import the library would make every product load Foundation, which it imports in turn.
enum XCTestLibrary {
  private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

  /// `XCTest.XCTFail(_: String, file: StaticString, line: UInt)`. Its symbol spells out those
  /// types: a library with another signature would not have it.
  private static let failFunction: Fail? =
    LoadedSymbol.function(
      named: "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF", as: Fail.self)

  static let isLoaded = failFunction != nil

  /// Fails the test case that runs, whatever thread or task this is called on. Has no effect
  /// between test cases, as XCTest keeps failures nowhere else.
  static func fail(_ message: String, at location: SourceSite) {
    failFunction?(message, location.filePath, location.line)
  }
}
