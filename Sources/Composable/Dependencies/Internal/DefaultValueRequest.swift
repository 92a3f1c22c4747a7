import IssueReporting
import POSIX

/// The read of a dependency, for the default implementations of `previewValue` and `testValue`.
final class DefaultValueRequest: Sendable {
  @TaskLocal static var current: DefaultValueRequest?

  let access: DependencyAccess

  /// The dependencies that need one another, when the value is wanted to get out of a cycle.
  let cycle: [String]?

  /// The context for which the key has no value, so that another context's value is used.
  var missing: DependencyContext? { missingContext.withLock { $0 } }

  private let missingContext = Mutex<DependencyContext?>(nil)

  init(access: DependencyAccess, cycle: [String]? = nil) {
    self.access = access
    self.cycle = cycle
  }

  func testValueIsMissing() {
    // A key without a live value, or in a cycle, is reported as just that.
    guard cycle == nil, missing == nil
    else { return }
    missingContext.withLock { $0 = .test }
  }

  func liveValueIsMissing() {
    missingContext.withLock { $0 = .live }
  }

  /// Already computing the live value: doing so again would never end.
  func stopIfInCycle() {
    guard let cycle
    else { return }
    fatalError(DependencyAccess.cycleMessage(cycle))
  }
}
