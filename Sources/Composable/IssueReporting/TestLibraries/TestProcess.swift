/// The kind of tests in this process.
enum TestProcess {
  enum Runner {
    case swiftTesting
    case xcTest
  }

  /// The active test framework. SwiftPM starts a test product, which links both, once for each, and
  /// selects one by its arguments; XCTest is the default. Only needed outside of Swift Testing
  /// tasks, since these have a current test.
  static let runner: Runner = {
    guard XCTestLibrary.isLoaded
    else { return .swiftTesting }
    let arguments = CommandLine.arguments
    if let index = arguments.firstIndex(of: "--testing-library"),
      index + 1 < arguments.endIndex
    {
      return arguments[index + 1] == "swift-testing" ? .swiftTesting : .xcTest
    }
    return arguments.contains("--testing-library=swift-testing") ? .swiftTesting : .xcTest
  }()

  /// The framework to record an issue of the current task with: `nil` outside of test processes.
  static var current: Runner? {
    guard isTesting
    else { return nil }
    return SwiftTestingLibrary.runsTest ? .swiftTesting : runner
  }
}
