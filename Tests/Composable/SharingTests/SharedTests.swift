import Foundation
import Sharing
import Testing

@Suite struct SharedTests {
  @Test(
    "SHR-01 SHR-08 SHR-12 SHR-19 a shared property is handed in, and its owner's changes are seen")
  func handedIn() {
    struct Feature {
      @Shared var signUpData: SignUpData

      init(signUpData: Shared<SignUpData>) {
        _signUpData = signUpData
      }
    }
    let signUpData = Shared(value: SignUpData())
    let feature = Feature(signUpData: signUpData)
    signUpData.withLock { $0.firstName = "Blob" }
    #expect(feature.signUpData.firstName == "Blob")
    feature.$signUpData.withLock { $0.firstName = "Blob Jr." }
    #expect(signUpData.wrappedValue.firstName == "Blob Jr.")
  }

  @Test("SHR-02 a value in memory is given with value:, also for a property without an initializer")
  func valueProperty() {
    struct Feature {
      @Shared(value: 3) var count
      @Shared var total: Int
    }
    let feature = Feature(total: Shared(value: 4))
    feature.$count.withLock { $0 += feature.total }
    #expect(feature.count == 7)
  }

  @Test("SHR-03 SHR-11 SHR-47 a key with a default; the same key anywhere is the same value")
  func sameKey() {
    @Shared(.inMemory("count")) var one = 1
    let other = Shared(wrappedValue: 2, .inMemory("count"))
    other.withLock { $0 += 10 }
    #expect(one == 11)
    #expect(other.wrappedValue == 11)
  }

  @Test("SHR-11 a key's default is not created if the value exists")
  func defaultIsLazy() {
    let made = LockIsolated(0)
    func makeDefault() -> Int {
      made.withLock { $0 += 1 }
      return 5
    }
    @Shared(.inMemory("count")) var one = makeDefault()
    @Shared(.inMemory("count")) var other = makeDefault()
    #expect(made.value == 1)
    #expect(other == 5)
  }

  @Test("SHR-04 SHR-05 SHR-06 a key that carries its default needs none at the property")
  func defaultKey() {
    struct Feature {
      @Shared(.todos) var todos
      @Shared(.todos) var typed: IdentifiedArrayOf<Todo>
    }
    let feature = Feature()
    feature.$todos.withLock { _ = $0.append(Todo(id: 1)) }
    #expect(feature.typed == [Todo(id: 1)])
  }

  @Test("SHR-04 the default of a key can be overridden at a property")
  func overriddenDefault() {
    @Shared(.todos) var todos = [Todo(id: 5)]
    @Shared(.todos) var same
    #expect(same == [Todo(id: 5)])
  }

  @Test("SHR-07 a key of an optional needs no default")
  func optional() {
    @Shared(.inMemory("currentUser")) var currentUser: String?
    #expect(currentUser == nil)
    $currentUser.withLock { $0 = "Blob" }
    @Shared(.inMemory("currentUser")) var same: String?
    #expect(same == "Blob")
  }

  @Test("SHR-18 SHR-20 SHR-38 a projection is handed to a child, also in an action")
  func projection() {
    enum Action { case start(Shared<Int>) }
    struct Child { @Shared var count: Int }
    struct Parent { @Shared(value: 0) var count }
    let parent = Parent()
    let child = Child(count: parent.$count)
    child.$count.withLock { $0 = 9 }
    let action = Action.start(child.$count)
    guard case .start(let received) = action
    else { return }
    received.withLock { $0 += 1 }
    #expect(parent.count == 10)
  }

  @Test("SHR-21 withLock changes the value in place and returns the closure's result")
  func withLock() throws {
    @Shared(value: 1) var count
    let old = $count.withLock { count in
      defer { count += 1 }
      return count
    }
    #expect(old == 1)
    #expect(count == 2)
    @Shared(value: Stats()) var stats
    $stats.withLock { $0.increment() }
    #expect(stats.count == 1)
    #expect(throws: SourceError()) {
      try $count.withLock { _ in throw SourceError() }
    }
    $count.withLock { $0 += 1 }
    #expect(count == 3)
  }

  @Test("SHR-22 the result of a change can be discarded")
  func discarding() {
    @Shared(.todos) var todos
    $todos.withLock { _ = $0.append(Todo(id: 1)) }
    #expect(todos.count == 1)
  }

  @Test("SHR-25 a captured projection is changed in a task")
  func inTask() async {
    @Shared(value: 0) var count
    await Task { [count = $count] in count.withLock { $0 += 1 } }.value
    #expect(count == 1)
  }

  @Test("SHR-32 SHR-39 shared state works in functions, actors and models alike")
  func anywhere() async {
    func increment() {
      @Shared(.counter) var count
      $count.withLock { $0 += 1 }
    }
    actor Counter {
      @Shared(.counter) var count
      func increment() { $count.withLock { $0 += 1 } }
    }
    increment()
    let counter = Counter()
    await counter.increment()
    @Shared(.counter) var count
    #expect(count == 9)
  }

  @Test(
    "SHR-33 SHR-34 SHR-35 SHR-36 shared values are Sendable and Equatable, not Hashable or Codable")
  func conformances() {
    func requiresSendable(_ value: some Sendable) {}
    requiresSendable(Shared(value: 0))
    #expect(Shared<Int>.self as Any.Type is any Equatable.Type)
    #expect(!(Shared<Int>.self as Any.Type is any Hashable.Type))
    #expect(!(Shared<Int>.self as Any.Type is any Encodable.Type))
    #expect(!(SharedReader<Int>.self as Any.Type is any Hashable.Type))
    #expect(!(SharedReader<Int>.self as Any.Type is any Decodable.Type))
    let one = Shared(value: 1)
    #expect(one == Shared(value: 1))
    #expect(one != Shared(value: 2))
  }

  @Test("SHR-35 a state with a shared property is decoded without it")
  func coding() throws {
    struct State: Codable, Equatable {
      @Shared(.counter) var count
      var text: String

      private enum CodingKeys: String, CodingKey { case text }

      init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      }
    }
    let state = try JSONDecoder().decode(State.self, from: Data(#"{"text":"Hi"}"#.utf8))
    #expect(state.text == "Hi")
    #expect(state.count == 7)
  }

  @Test("SHR-37 a shared identified value is identified by the value")
  func identifiable() {
    #expect(Shared(value: Todo(id: 3)).id == 3)
    #expect(SharedReader(value: Todo(id: 4)).id == 4)
  }

  @Test("SHR-44 a computed property interprets a raw shared value")
  func computed() {
    enum Theme: String { case dark, system }
    struct State {
      @Shared(.inMemory("theme")) var themeRawValue = "dark"
      var selectedTheme: Theme { Theme(rawValue: themeRawValue) ?? .system }
    }
    let state = State()
    #expect(state.selectedTheme == .dark)
    state.$themeRawValue.withLock { $0 = "?" }
    #expect(state.selectedTheme == .system)
  }

  @Test("assigning the projection points a property and its copies to another value")
  func reassigned() {
    @Shared(value: 1) var count
    let copy = $count
    let other = Shared(value: 2)
    $count = other
    other.withLock { $0 += 1 }
    #expect(count == 3)
    #expect(copy.wrappedValue == 3)
  }

  @Test("a property that is pointed to a part of its own value causes no retain cycle")
  func pointedToPart() {
    final class Leaf: Sendable {}
    struct Node: Sendable {
      let leaf: Leaf
      var children: [Node] = []
    }
    weak var released: Leaf?
    do {
      let leaf = Leaf()
      released = leaf
      @Shared(value: Node(leaf: leaf, children: [Node(leaf: leaf)])) var node
      let whole = $node.children
      $node = $node.children[0]
      $node = $node
      #expect(node.children.isEmpty && whole.wrappedValue.count == 1)
      @Shared(value: Node(leaf: leaf)) var other
      let first = $other
      ($node, $other) = ($other, $node)
      ($node, $other) = ($other, first)
    }
    #expect(released == nil)
  }

  @Test("a shared value's description has its key or its value, and the path of the part")
  func description() throws {
    @Shared(value: "a") var text
    #expect($text.description == #"Shared<String>(value: "a")"#)
    #expect("\(SharedReader($text))" == #"SharedReader<String>(value: "a")"#)
    @Shared(.inMemory("count")) var count = 1
    @SharedReader(.counter) var counter
    @Shared(.appStorage("name")) var name: String?
    #expect("\($count)" == #"Shared<Int>(.inMemory("count"))"#)
    #expect("\($counter)" == #"SharedReader<Int>(.inMemory("counter"))"#)
    #expect("\($name)" == #"Shared<String?>(.appStorage("name"))"#)
    @Shared(.todos) var todos = [Todo(id: 1)]
    #expect("\($todos[id: 1])" == #"Shared<Todo?>(.inMemory("todos")[id: 1])"#)
    let title = try #require(Shared($todos[id: 1])).title
    #expect(
      title.description.hasPrefix(#"Shared<String>(.inMemory("todos")[id: 1]![dynamicMember: \"#))
    #expect(title.description.hasSuffix(".title])"))
    #expect($count.read { $0 + 1 }.description == #"SharedReader<Int>(.inMemory("count").read(…))"#)
  }

  @Test("X-07 a key that is declared on SharedReaderKey serves both kinds of properties")
  func keyOnReader() {
    @Shared(.counter) var count
    @SharedReader(.counter) var reader
    $count.withLock { $0 += 1 }
    #expect(reader == 8)
  }
}
