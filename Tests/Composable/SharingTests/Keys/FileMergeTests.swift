import Clocks
import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import Sharing
import Testing

/// Files changed by others, and keys that merge.
@Suite(.dependencies)
struct FileMergeTests {
  private let files = MemoryFiles()
  private let clock = TestClock()
  private let url = URL(fileURLWithPath: "/folder/file.json")

  private struct Todo: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }

  private var text: String? { try? files.storage.text(url) }

  private func counter(throttle: SaveThrottle = .none) -> FileStorageKey<Int> {
    withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = throttle
    } operation: {
      .fileStorage(url, merge: .counter)
    }
  }

  private func todos(throttle: SaveThrottle = .none) -> FileStorageKey<IdentifiedArrayOf<Todo>> {
    withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = throttle
    } operation: {
      .fileStorage(url, merge: .byID())
    }
  }

  @Test("A save that finds the file changed writes both changes, and the value has both")
  func save() throws {
    try files.storage.write("10", to: url)
    @Shared(counter()) var count = 0
    files.writeUnheard("15", to: url)
    $count.withLock { $0 += 1 }
    #expect(count == 16)
    #expect(text == "16")
    #expect($count.saveError == nil)
    $count.withLock { $0 += 1 }
    #expect(text == "17")
  }

  @Test("A concurrent change is merged with a pending one, and neither is lost")
  func waiting() async throws {
    try await withMainSerialExecutor {
      let count = Shared(wrappedValue: 0, counter(throttle: .every(.seconds(1), clock: clock)))
      count.withLock { $0 += 1 }
      count.withLock { $0 += 10 }
      #expect(text == "1")
      try files.storage.write("101", to: url)
      #expect(count.wrappedValue == 111)
      try files.storage.write("1101", to: url)
      #expect(count.wrappedValue == 1111)
      await clock.advance(by: .seconds(1))
      #expect(text == "1111")
      #expect(count.saveError == nil)
    }
  }

  @Test("A file that appears later is merged with the default as its base")
  func appears() throws {
    @Shared(counter()) var count = 5
    files.writeUnheard("8", to: url)
    $count.withLock { $0 += 1 }
    #expect(count == 9)
    #expect(text == "9")
  }

  @Test("A required value, and one of another key, are merged with their earlier value")
  func required() async throws {
    try files.storage.write("10", to: url)
    let required = try await Shared(require: counter())
    files.writeUnheard("15", to: url)
    required.withLock { $0 += 1 }
    #expect(required.wrappedValue == 16)

    let other = Shared(wrappedValue: 0, .inMemory("count"))
    try await other.load(Elsewhere(base: counter()))
    #expect(other.wrappedValue == 16)
    files.writeUnheard("20", to: url)
    other.withLock { $0 += 1 }
    #expect(other.wrappedValue == 21)
    #expect(text == "21")
    #expect(required.wrappedValue == 21)
  }

  @Test("Additions, changes and removals of todos on two sides are merged")
  func identified() throws {
    let encoder = JSONEncoder()
    func write(_ todos: IdentifiedArrayOf<Todo>) throws {
      files.writeUnheard(String(decoding: try encoder.encode(todos), as: UTF8.self), to: url)
    }
    let first: IdentifiedArrayOf<Todo> = [
      Todo(id: 1, title: "a"), Todo(id: 2, title: "b"), Todo(id: 3, title: "c"),
    ]
    try write(first)
    @Shared(todos()) var todos = []
    #expect(todos == first)
    try write([Todo(id: 1, title: "a"), Todo(id: 3, title: "theirs"), Todo(id: 4, title: "new")])
    $todos[id: 1].withLock { $0?.title = "ours" }
    #expect(
      todos == [
        Todo(id: 1, title: "ours"), Todo(id: 3, title: "theirs"), Todo(id: 4, title: "new"),
      ])
    let data = try #require(try files.storage.read(url).data)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Todo>.self, from: data) == todos)
  }

  @Test("An error of the merge is the save error; file and value stay, and the next save succeeds")
  func failing() throws {
    struct Refused: Error {}
    let refuses = LockIsolated(true)
    let key = withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = .none
    } operation: {
      FileStorageKey<Int>.fileStorage(
        url,
        merge: ThreeWayMerge { base, mine, theirs in
          if refuses.value { throw Refused() }
          return theirs + mine - base
        })
    }
    @Shared(key) var count = 0
    files.writeUnheard("10", to: url)
    $count.withLock { $0 += 1 }
    #expect($count.saveError is Refused)
    #expect(count == 1)
    #expect(text == "10")
    refuses.setValue(false)
    $count.withLock { $0 += 1 }
    #expect($count.saveError == nil)
    #expect(count == 12)
    #expect(text == "12")
  }

  @Test(
    "Increments of two shared values for one file, from many tasks, are all counted",
    arguments: [false, true])
  func race(isThrottled: Bool) async throws {
    let throttle = isThrottled ? SaveThrottle.every(.milliseconds(1)) : .none
    let one = Shared(wrappedValue: 0, counter(throttle: throttle))
    let two = Shared(wrappedValue: 0, Elsewhere(base: counter(throttle: throttle)))
    try await withThrowingTaskGroup { group in
      for task in 0..<16 {
        group.addTask {
          for increment in 0..<25 {
            let count = task.isMultiple(of: 2) ? one : two
            count.withLock { $0 += 1 }
            if increment.isMultiple(of: 10) { try await count.save() }
          }
        }
      }
      try await group.waitForAll()
    }
    try await one.save()
    try await two.save()
    #expect(text == "400")
    #expect(one.wrappedValue == 400)
    #expect(two.wrappedValue == 400)
  }

  @Test("On disk, a change by one of two shared values of a file reaches the other")
  func disk() async throws {
    let room = try Room()
    let keys = withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.saveThrottle = .none
    } operation: {
      (0..<2).map { _ in FileStorageKey<Int>.fileStorage(room.file("count"), merge: .counter) }
    }
    let one = Shared(wrappedValue: 0, keys[0])
    let two = Shared(wrappedValue: 0, Elsewhere(base: keys[1]))
    await withTaskGroup { group in
      for count in [one, two] {
        group.addTask {
          for _ in 0..<20 { count.withLock { $0 += 1 } }
        }
      }
    }
    for count in [one, two] { try await count.save() }
    try await one.load()
    #expect(one.wrappedValue == 40)
    #expect(two.wrappedValue == 40)
    #expect(try room.names == ["count"])
  }

  @Test(
    "A file that others have deleted or emptied is merged as the default", arguments: [nil, ""])
  func deleted(content: String?) throws {
    try files.storage.write("10", to: url)
    @Shared(counter()) var count = 5
    if let content { files.writeUnheard(content, to: url) } else { files.removeUnheard(url) }
    $count.withLock { $0 += 1 }
    #expect(count == 6)
    #expect(text == "6")
    #expect($count.saveError == nil)
  }

  @Test("A file that others delete while our change waits is merged as the default")
  func deletedWhileWaiting() async throws {
    try await withMainSerialExecutor {
      try files.storage.write("10", to: url)
      let count = Shared(wrappedValue: 5, counter(throttle: .every(.seconds(1), clock: clock)))
      count.withLock { $0 += 1 }
      count.withLock { $0 += 1 }
      try files.storage.delete(url)
      #expect(count.wrappedValue == 6)
      await clock.advance(by: .seconds(1))
      #expect(text == "6")
    }
  }

  @Test("Unreadable data is kept aside and is not merged")
  func unreadable() throws {
    try files.storage.write("10", to: url)
    @Shared(counter()) var count = 5
    files.writeUnheard("nonsense", to: url)
    $count.withLock { $0 += 1 }
    #expect(count == 11)
    #expect(text == "11")
    #expect($count.loadError is UnreadableFileError)
  }

  @Test("An observer of another's write may write to other files")
  func observerSavesElsewhere() {
    withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = .none
    } operation: {
      let other = URL(fileURLWithPath: "/folder/other.json")
      let mine = Shared(wrappedValue: 0, counter())
      let theirs = Shared(wrappedValue: 0, Elsewhere(base: counter()))
      let seen = Shared(wrappedValue: 0, .fileStorage(other))
      let observer = ObservationTests.Observer {
        let count = theirs.wrappedValue
        seen.withLock { $0 = count }
      }
      mine.withLock { $0 = 1 }
      #expect(seen.saveError == nil)
      #expect((try? files.storage.text(other)) == "1")
      withExtendedLifetime(observer) {}
    }
  }
}
