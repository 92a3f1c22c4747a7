import DatabaseClient
import SharedModels
import Testing
import TranscriptionCore

/// Titles that memos get when their transcripts are done.
struct JobTitleTests {
  @Test("A finished transcript names its memo, unless the user did")
  func queue() async throws {
    let library = try TestLibrary()
    try await library.addMemo(1, title: "REC0001")
    try await library.addMemo(2, title: "Budget")
    try await library.addMemo(3, title: "REC0003")
    try await library.run(.scripted(saying: "Um, we need more time. Really.")) {
      let end = $0.database.jobs.end
      $0.database.jobs.end = { [library] id, outcome in
        // Listeners that are notified of the end find the title.
        let titles = try await library.titles()
        #expect(titles[0] == "We need more time")
        try await end(id, outcome)
      }
      let append = $0.database.jobs.append
      $0.database.jobs.append = { [library] segments, job, checkpoint, progress in
        try await append(segments, job, checkpoint, progress)
        // The user is faster.
        _ = try await library.database.modify(id: TestLibrary.id(3)) { $0.title = "Mine" }
      }
    }
    #expect(try await library.titles() == ["We need more time", "Budget", "Mine"])
  }
}

extension TestLibrary {
  fileprivate func titles() async throws -> [String] {
    try await database.recordings(matching: RecordingQuery()).sorted { $0.date < $1.date }
      .map(\.title)
  }
}
