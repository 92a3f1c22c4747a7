import Sharing
import Testing

@Suite struct SharedReaderTests {
  @Test("SHR-27 a reader sees others' writes to its key")
  func reads() {
    @SharedReader(.inMemory("isHapticsEnabled")) var isHapticsEnabled = true
    @Shared(.inMemory("isHapticsEnabled")) var writable = false
    #expect(writable)
    $writable.withLock { $0 = false }
    #expect(!isHapticsEnabled)
  }

  @Test("a value that a reader was the first to have is saved when it is changed elsewhere")
  func readerFirst() {
    let source = Source(1)
    @SharedReader(.source(source)) var reader = 0
    @Shared(.source(source)) var writable = 0
    $writable.withLock { $0 = 5 }
    #expect(reader == 5)
    #expect(source.saves == [5])
  }

  @Test("SHR-28 a reader without a default at the property takes a key that carries one")
  func inReducer() {
    struct Reducer { @SharedReader(.todos) var todos }
    #expect(Reducer().todos == [])
  }

  @Test("SHR-29 a reader and its derived values cannot be written")
  func notWritable() {
    let value: AnyKeyPath = \SharedReader<Int>.wrappedValue
    #expect(!(value is WritableKeyPath<SharedReader<Int>, Int>))
    let reader = SharedReader(value: Todo(id: 1, title: "Hi"))
    let title: SharedReader<String> = reader.title
    #expect(title.wrappedValue == "Hi")
  }

  @Test("SHR-30 X-11 one owner writes, everyone else reads")
  func singleOwner() {
    struct Owner { @Shared(value: 0) var count }
    struct Display { @SharedReader var count: Int }
    let owner = Owner()
    let display = Display(count: SharedReader(owner.$count))
    let other = Display(count: SharedReader(projectedValue: owner.$count))
    owner.$count.withLock { $0 = 2 }
    #expect(display.count == 2)
    #expect(other.count == 2)
  }

  @Test("readers of values, constants and optionals")
  func constructors() throws {
    #expect(SharedReader(value: 1).wrappedValue == 1)
    #expect(SharedReader.constant(2).wrappedValue == 2)
    @Shared(value: nil) var optional: Int?
    #expect(SharedReader(SharedReader($optional)) == nil)
    $optional.withLock { $0 = 4 }
    let unwrapped = try #require(SharedReader(SharedReader($optional)))
    #expect(unwrapped.wrappedValue == 4)
    $optional.withLock { $0 = nil }
    #expect(unwrapped.wrappedValue == 4)
    @SharedReader(.inMemory("missing")) var missing: Int?
    #expect(missing == nil)
  }

  @Test("elements of a reader's collection are readers")
  func elements() throws {
    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2)]
    let reader = SharedReader($todos)
    let second = try #require(SharedReader(reader[id: 2]))
    $todos.withLock { $0[id: 2]?.title = "Two" }
    #expect(second.wrappedValue.title == "Two")
    #expect(Array(reader).map(\.wrappedValue.id) == [1, 2])
    #expect(reader.last?.wrappedValue.title == "Two")
  }

  @Test("X-07 a key that is declared on SharedKey serves readers as well")
  func writableKey() async throws {
    @Shared(.stats) var stats = Stats()
    @SharedReader(.stats) var reader = Stats()
    $stats.withLock { $0.increment() }
    #expect(reader.count == 1)
    @SharedReader(.user) var user
    #expect(user == nil)
    try await $reader.load(.stats)
    let required = try await SharedReader(require: .stats)
    #expect(required.wrappedValue.count == 1)
  }
}

extension SharedKey where Self == InMemoryKey<String?> {
  fileprivate static var user: Self { inMemory("user") }
}
