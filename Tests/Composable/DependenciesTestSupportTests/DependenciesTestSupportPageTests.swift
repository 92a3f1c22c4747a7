import DependenciesTestSupport
import Foundation
import Testing

/// The example of the module's page.
@Suite(.dependency(\.date.now, Date(timeIntervalSince1970: 5)))
struct MemoTests {
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  @Test(
    .dependencies {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
    },
    arguments: ["a", "b"])
  func newMemo(_ title: String) {
    #expect(now == Date(timeIntervalSince1970: 5))
    #expect(uuid() == UUID(0))
  }
}
