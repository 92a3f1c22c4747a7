import IssueReporting
import Synchronization

/// What the default implementations of `previewValue` and `testValue` need to know about the read
/// that led to them.
final class DefaultValueRequest: Sendable {
  @TaskLocal static var current: DefaultValueRequest?

  let access: DependencyAccess

  /// Whether the value is read only to be changed: `$0.client.fetch = { … }`.
  let isSetting: Bool

  /// The dependencies that need one another, when the value is wanted to get out of a cycle.
  let cycle: [String]?

  /// Whether the key does not have the value that was asked for, so that another stands in.
  var isValueMissing: Bool { missing.load(ordering: .relaxed) }

  private let missing = Atomic(false)

  init(access: DependencyAccess, isSetting: Bool, cycle: [String]? = nil) {
    self.access = access
    self.isSetting = isSetting
    self.cycle = cycle
  }

  func testValueIsMissing() {
    // A key without a live value, or in a cycle, is reported as just that.
    guard cycle == nil, !isValueMissing
    else { return }
    missing.store(true, ordering: .relaxed)
    if !isSetting { access.reportMissingTestValue() }
  }

  func liveValueIsMissing() {
    missing.store(true, ordering: .relaxed)
    if !isSetting { access.reportMissingLiveValue() }
  }

  /// Computing the live value is what led here, and doing it again would never end.
  func stopIfInCycle() {
    guard let cycle
    else { return }
    fatalError(DependencyAccess.cycleMessage(cycle))
  }
}
