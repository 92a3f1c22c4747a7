import IssueReporting
import Testing

/// The example of the module's page.
private struct Inventory {
  private var items: [Int: String] = [1: "Hammer"]

  mutating func remove(id: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    guard items.removeValue(forKey: id) != nil
    else { return reportIssue("No item has the id \(id).", fileID: fileID, line: line) }
  }
}

@Suite("The page of IssueReporting")
struct IssueReportingPageTests {
  @Test func remove() {
    var inventory = Inventory()
    inventory.remove(id: 1)
    withExpectedIssue {
      inventory.remove(id: 1)
    }
  }
}
