import BenchmarkSupport
import CustomDump

/// Dumping a large state, and comparing two that differ in one element.
var customDumps: Suite {
  var suite = Suite("CustomDump")
  let before = Library(memos: (0..<10_000).map { Memo(id: $0) })
  var after = before
  after.memos[7_000].title = "Changed"
  let changed = after

  suite.compare(
    "customDump of 10,000 elements", aim: .none, to: "dump of the standard library"
  ) {
    for _ in 0..<$0 {
      var text = ""
      dump(before, to: &text)
      blackHole(text)
    }
  } subject: {
    for _ in 0..<$0 { blackHole(String(customDumping: before)) }
  }
  suite.compare(
    "diff of 10,000 elements, 1 changed", aim: .under(.milliseconds(50)),
    to: "== and a CollectionDifference"
  ) {
    for _ in 0..<$0 {
      if before != changed { blackHole(changed.memos.difference(from: before.memos)) }
    }
  } subject: {
    for _ in 0..<$0 { blackHole(diff(before, changed)) }
  }
  let plainBefore = before.memos.map { Plain(id: $0.id, title: $0.title, tags: $0.tags) }
  let plainAfter = changed.memos.map { Plain(id: $0.id, title: $0.title, tags: $0.tags) }
  suite.measure("… of elements that are not Equatable", aim: .under(.milliseconds(30))) {
    for _ in 0..<$0 { blackHole(diff(plainBefore, plainAfter)) }
  }
  let memo = before.memos[0]
  suite.compare("diff of equal small structs", aim: .under(.nanoseconds(400)), to: "==") {
    for _ in 0..<$0 { blackHole(opaque(memo) == opaque(memo)) }
  } subject: {
    for _ in 0..<$0 { blackHole(diff(opaque(memo), opaque(memo))) }
  }
  let plain = plainBefore[0]
  suite.compare(
    "diff of equal small structs that are not Equatable", aim: .none,
    to: "a Mirror of each, and its children"
  ) {
    for _ in 0..<$0 {
      for child in Mirror(reflecting: opaque(plain)).children { blackHole(child) }
      for child in Mirror(reflecting: opaque(plain)).children { blackHole(child) }
    }
  } subject: {
    for _ in 0..<$0 { blackHole(diff(opaque(plain), opaque(plain))) }
  }
  return suite
}

private struct Library: Equatable {
  var memos: [Memo]
  var isLoading = false
  var query = ""
}

private struct Memo: Equatable, Identifiable {
  var id: Int
  var title = "A title that is too long to be stored in place"
  var duration = Duration.seconds(90)
  var isPlaying = false
  var progress = 0.5
  var tags = ["work", "idea"]
}

private struct Plain {
  var id: Int
  var title: String
  var tags: [String]
}
