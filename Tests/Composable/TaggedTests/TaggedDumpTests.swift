import CustomDump
import Foundation
import Tagged
import Testing

struct TaggedDumpTests {
  @Test("IDA-13 a tagged id is shown with its raw value, in one line")
  func dump() throws {
    let text = "B8D3FFF5-88B1-4341-BCED-9BBD7BB738C0"
    let id = try Tagged<Self, UUID>(#require(UUID(uuidString: text)))
    #expect(String(customDumping: id) == "Tagged(rawValue: UUID(\(text)))")
  }
}
