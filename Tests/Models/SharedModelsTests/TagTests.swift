import Foundation
import SharedModels
import Testing

struct TagTests {
  @Test("Tags are given after those that are there, each once whatever its case")
  func added() {
    let change = TagChange(added: [" Work ", "to  do", "Home", "work"])
    #expect(change.applied(to: ["home"]) == ["home", "Work", "to do"])
  }

  @Test("A tag is taken away whatever its case, and one that is not there is no matter")
  func removed() {
    let change = TagChange(removed: ["WORK", "old"])
    #expect(change.applied(to: ["work", "home"]) == ["home"])
  }

  @Test("A tag that is taken away and given again is spelled as it is given")
  func respelled() {
    #expect(
      TagChange(added: ["Work"], removed: ["work"]).applied(to: ["work", "a"]) == ["a", "Work"])
  }

  @Test("Tags are listed with commas between them, and a change has a - before what goes")
  func written() {
    #expect(TagChange.tags(listed: " Work,, to  do ,work, -home") == ["Work", "to do", "-home"])
    let change = TagChange(written: "Home, -Work, - old ")
    #expect(change == TagChange(added: ["Home"], removed: ["Work", "old"]))
    #expect(change.applied(to: ["work", "OLD", "a"]) == ["a", "Home"])
  }

  @Test("Tags are counted by memo, in alphabetical order, whatever their case")
  func counts() {
    let memos = [["work", "Home"], ["WORK", "work"], []].map { tags in
      var memo = Recording.mock
      memo.tags = tags
      return memo
    }
    #expect(memos.tagCounts == [TagCount("Home", count: 1), TagCount("work", count: 2)])
  }
}
