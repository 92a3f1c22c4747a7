/// The kind of tests in this process.
enum TestProcess {
  enum Runner {
    case swiftTesting
    case xcTest
  }

  /// The framework in charge. A test product of SwiftPM links both, is started once for each,
  /// and takes the choice, XCTest unless told otherwise, from its arguments. Only code outside of
  /// every Swift Testing task has to ask: within one, there is a current test.
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
