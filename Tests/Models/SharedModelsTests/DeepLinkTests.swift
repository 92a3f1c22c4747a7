import SharedModels
import Testing

struct DeepLinkTests {
  @Test(
    "A link is read",
    arguments: [
      ("speechmemo://recordings", .recordings),
      ("speechmemo://", .recordings),
      ("speechmemo:memos", .recordings),
      ("speechmemo://recordings/3f2a", .recording(id: "3f2a")),
      ("speechmemo://recordings/3F2A?t=12.5", .recording(id: "3f2a", time: .milliseconds(12_500))),
      (
        "speechmemo:///recordings/00000000-0000-0000-0000-000000000001/?t=0",
        .recording(id: "00000000-0000-0000-0000-000000000001", time: .zero)
      ),
      ("SpeechMemo://Search?q=the%20budget", .search("the budget")),
      ("speechmemo://search?q=the+budget", .search("the budget")),
      ("speechmemo://search?q=1%2B1", .search("1+1")),
      ("speechmemo://search?q=%E4%BC%9A", .search("会")),
      ("speechmemo://search", .search("")),
      ("speechmemo://record", .record), ("speechmemo:record", .record),
      ("speechmemo://queue", .queue), ("speechmemo://settings", .settings),
      ("speechmemo://statistics", .statistics), ("speechmemo://stats", .statistics),
    ] as [(String, DeepLink)])
  func reading(text: String, link: DeepLink) throws {
    #expect(try DeepLink(text) == link)
  }

  @Test(
    "A broken link is reported in one line with valid examples",
    arguments: [
      "", "recordings", "https://example.com/recordings/1", "speechmemo://somewhere",
      "speechmemo://recordings/xyz", "speechmemo://recordings/1/2", "speechmemo://record/1",
      "speechmemo://recordings/0000000000000000000000000000000000000", "not a link at all",
      "speechmemo://recordings/1\n2",
    ])
  func nowhere(text: String) {
    let error = #expect(throws: DeepLink.Invalid.self) { try DeepLink(text) }
    #expect(error?.description.contains("use speechmemo://recordings/ID?t=SECONDS") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("An invalid time is reported", arguments: ["soon", "-1", "nan", "inf", "1e300", ""])
  func badTime(text: String) {
    let error = #expect(throws: DeepLink.Invalid.self) {
      try DeepLink("speechmemo://recordings/1?t=\(text)")
    }
    #expect(
      error?.description
        == "the link's time '\(text)' is not valid: use seconds, such as t=12.5")
  }

  @Test(
    "A link that is written is read as the same",
    arguments: [
      .queue, .record, .recordings, .settings, .statistics, .search(""),
      .search("50% of \"this & that\" + 1? #tag/x"), .search("会議 🎙️"),
      .recording(id: "3f2a"), .recording(id: "3f2a", time: .milliseconds(12_500)),
      .recording(id: "3f2a", time: .seconds(3)), .recording(id: "0", time: .milliseconds(1)),
    ] as [DeepLink])
  func roundTrip(link: DeepLink) throws {
    #expect(try DeepLink(link.text) == link)
  }

  @Test("A link is written in its short form")
  func text() {
    #expect(
      DeepLink.recording(id: "3f2a", time: .milliseconds(12_500)).text
        == "speechmemo://recordings/3f2a?t=12.5")
    #expect(
      DeepLink.recording(id: "3f2a", time: .seconds(12)).text == "speechmemo://recordings/3f2a?t=12"
    )
    #expect(DeepLink.search("a b").text == "speechmemo://search?q=a%20b")
  }
}
