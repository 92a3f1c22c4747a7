import DependenciesTestSupport
import Testing

struct ReexportTests {
  @Test(
    "DEP-21 'import DependenciesTestSupport' brings dependencies along",
    .dependency(\.uuid, .incrementing))
  func oneImport() {
    @Dependency(\.uuid) var uuid
    let first = uuid()
    #expect(first != uuid())
  }
}
