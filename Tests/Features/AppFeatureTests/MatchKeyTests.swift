import AppFeature
import ComposableArchitecture
import PreviewHarness
import SharedModels
import Testing

@testable import AppPreview

/// `n` and `N` go through the matches of a search or filter, as in other programs.
@MainActor
struct MatchKeyTests {
  private let preview = AppPreview.preview

  @Test("In a filtered list, n and N select the next and the previous memo")
  func list() async throws {
    for (keys, title) in [("n", "Budget meeting"), ("n n", "会議のメモ"), ("N", "Budget meeting")] {
      let frame = try await preview.lastFrame(
        of: "usual", "/ type:#work enter \(keys) enter", size: "72x10")
      #expect(frame.contains("\n\(title)"), "\(keys): \(frame)")
    }
  }

  @Test("In a memo, n and N go to the next and the previous match")
  func memo() async throws {
    for (keys, place) in [("n", "2 of 3"), ("N", "3 of 3"), ("n ]", "3 of 3"), ("n N", "1 of 3")] {
      let frame = try await preview.lastFrame(
        of: "usual", "down enter space / type:the enter \(keys)", size: "72x12")
      #expect(frame.contains(place), "\(keys): \(frame)")
    }
  }

  @Test(
    "Without a search, n shows what records instead of recording",
    arguments: ["n", "enter space n", "3 n"])
  func hint(script: String) async throws {
    let frame = try await preview.lastFrame(of: "usual", script, size: "80x24")
    #expect(frame.contains("Press ctrl+n to record."), "\(frame)")
    #expect(!frame.contains("Recording"), "\(frame)")
  }

  @Test(
    "At the only match, n and N say so",
    arguments: [
      "/ type:budget enter n", "/ type:budget enter N", "enter space / type:yesterday enter n",
    ])
  func onlyMatch(script: String) async throws {
    let frame = try await preview.lastFrame(of: "usual", script, size: "80x24")
    #expect(frame.contains("There is no other match. Press ctrl+n to record."), "\(frame)")
  }

  @Test("The hint disappears after some seconds, and when something else opens")
  func store() async {
    let clock = TestClock()
    let store = makeStore(.loaded(.memo(1, "One"))) { $0.continuousClock = clock }
    await store.send(.nextMatchButtonTapped) {
      $0.notice = "n goes to the next match of a search or filter. Press ctrl+n to record."
      $0.noticeSubject = .keys
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
    await store.send(.nextMatchButtonTapped) {
      $0.notice = "n goes to the next match of a search or filter. Press ctrl+n to record."
      $0.noticeSubject = .keys
    }
    await store.send(.importButtonTapped) {
      $0.destination = .importFiles(.init())
      $0.notice = nil
    }
    await store.receive(\.destination.importFiles.task)
  }
}
