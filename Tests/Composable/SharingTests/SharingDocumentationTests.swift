import DependenciesTestSupport
import Foundation
import Observation
import Sharing
import Testing

// The first example of the page.

private struct Meeting: Codable, Equatable, Identifiable {
  let id: Int
  var isOver = false
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Meeting>>.Default {
  fileprivate static var meetings: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "meetings.json")), default: []]
  }
}

@Observable
private final class MeetingsModel {
  @ObservationIgnored @Shared(.meetings) var meetings
  @ObservationIgnored @Shared(.appStorage("showsOver")) var showsOver = true

  func end(_ meeting: Meeting) {
    $meetings[id: meeting.id].withLock { $0?.isOver = true }
  }
}

@Suite(.dependencies)
struct SharingDocumentationTests {
  @Test("The documentation's example compiles and saves its change")
  func example() throws {
    @Shared(.meetings) var meetings = [Meeting(id: 1), Meeting(id: 2)]
    let model = MeetingsModel()
    model.end(Meeting(id: 2))
    #expect(meetings[id: 2]?.isOver == true && model.showsOver)
    @Dependency(\.defaultFileStorage) var files
    let url = URL.documentsDirectory.appending(component: "meetings.json")
    let data = try #require(try files.read(url).data)
    #expect(try JSONDecoder().decode([Meeting].self, from: data).map(\.isOver) == [false, true])
  }
}
