import Foundation
import SharedModels
import Testing

struct TagTests {
  @Test("Tags are appended to the existing ones, each once ignoring case")
  func added() {
    let change = TagChange(added: [" Work ", "to  do", "Home", "work"])
    #expect(change.applied(to: ["home"]) == ["home", "Work", "to do"])
  }

  @Test("A tag is removed ignoring case, and removing a missing one does nothing")
  func removed() {
    let change = TagChange(removed: ["WORK", "old"])
    #expect(change.applied(to: ["work", "home"]) == ["home"])
  }

  @Test("Case is ignored in all letters, and decomposed ones equal composed ones")
  func folded() {
    for (one, other) in [
      ("Übung", "übung"), ("Übung", "u\u{308}BUNG"), ("ΟΔΟΣ", "οδος"), ("Straße", "STRASSE"),
      ("ЁЛКА", "ёлка"), ("İ", "i\u{307}"), ("Å", "a\u{30a}"), ("Work", "wORK"), ("", ""),
      ("\u{1E9}", "ǩ"),
    ] {
      #expect(one.caseFolded == other.caseFolded)
      #expect(Array(one.caseFolded.utf8) == Array(other.caseFolded.utf8))
      #expect(one.caseFolded.caseFolded == one.caseFolded)
      let change = TagChange(added: [other])
      #expect(change.applied(to: [one]) == [one])
      #expect(TagChange(removed: [other]).applied(to: [one, "x"]) == ["x"])
    }
    #expect("Übung".caseFolded != "Ubung".caseFolded)
    #expect("Ärger".caseFolded != "ärge".caseFolded)
  }

  @Test("A tag that is removed and added takes the new spelling")
  func respelled() {
    #expect(
      TagChange(added: ["Work"], removed: ["work"]).applied(to: ["work", "a"]) == ["a", "Work"])
  }

  @Test("Tags are listed with commas, and removals have a minus sign")
  func written() {
    #expect(TagChange.tags(listed: " Work,, to  do ,work, -home") == ["Work", "to do", "-home"])
    let change = TagChange(written: "Home, -Work, - old ")
    #expect(change == TagChange(added: ["Home"], removed: ["Work", "old"]))
    #expect(change.applied(to: ["work", "OLD", "a"]) == ["a", "Home"])
  }

  @Test("Tags are counted by memo, alphabetically and ignoring case")
  func counts() {
    let memos = [["work", "Home"], ["WORK", "work"], []].map { tags in
      var memo = Recording.mock
      memo.tags = tags
      return memo
    }
    #expect(memos.tagCounts == [TagCount("Home", count: 1), TagCount("work", count: 2)])
    var memo = Recording.mock
    memo.tags = ["Zoo", "Übung", "Uhr", "übung"]
    #expect(
      [memo].tagCounts == [
        TagCount("Uhr", count: 1), TagCount("Übung", count: 1), TagCount("Zoo", count: 1),
      ])
  }
}
