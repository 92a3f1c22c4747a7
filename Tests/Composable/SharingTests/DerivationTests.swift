import Sharing
import Testing

@Suite struct DerivationTests {
  @Test("SHR-17 a function's result is read and observed separately")
  func function() {
    @Shared(value: [1, 2]) var numbers
    let sum = $numbers.read { $0.reduce(0, +) }
    let count = SharedReader($numbers).read(\.count)
    let sums = ObservationTests.Observer { _ = sum.wrappedValue }
    let counts = ObservationTests.Observer { _ = count.wrappedValue }
    $numbers.withLock { $0[0] = 5 }
    #expect(sum.wrappedValue == 7 && count.wrappedValue == 2)
    #expect([sums.count, counts.count] == [1, 0])
    $numbers.withLock { $0.swapAt(0, 1) }
    #expect([sums.count, counts.count] == [1, 0])
    $numbers.withLock { $0.append(0) }
    #expect([sums.count, counts.count] == [1, 1])
  }

  @Test("SHR-17 a writable key path derives a Shared, a read-only one a SharedReader")
  func keyPath() {
    @Shared(value: SignUpData()) var signUpData
    let phoneNumber: Shared<String> = $signUpData.phoneNumber
    let greeting: SharedReader<String> = $signUpData.greeting
    phoneNumber.withLock { $0 = "212" }
    $signUpData.firstName.withLock { $0 = "Blob" }
    #expect(signUpData == SignUpData(firstName: "Blob", phoneNumber: "212"))
    #expect(greeting.wrappedValue == "Hello, Blob!")
  }

  @Test("SHR-18 a derived projection is handed on")
  func handedOn() {
    struct PhoneNumberModel {
      @Shared var phoneNumber: String
    }
    @Shared(value: SignUpData()) var signUpData
    let model = PhoneNumberModel(phoneNumber: $signUpData.phoneNumber)
    model.$phoneNumber.withLock { $0 = "212" }
    #expect(signUpData.phoneNumber == "212")
  }

  @Test("SHR-13 a shared optional is unwrapped while it has a value")
  func unwrapped() throws {
    @Shared(.inMemory("currentUser")) var currentUser: SignUpData?
    #expect(Shared($currentUser) == nil)
    $currentUser.withLock { $0 = SignUpData() }
    let loggedIn = try #require(Shared($currentUser))
    loggedIn.withLock { $0.firstName = "Blob" }
    #expect(currentUser?.firstName == "Blob")
  }

  @Test("SHR-14 SHR-15 X-05 an element by id is an optional, to be unwrapped")
  func element() throws {
    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2)]
    let optional: Shared<Todo?> = $todos[id: 2]
    let todo = try #require(Shared(optional))
    todo.withLock { $0.isDone = true }
    #expect(todos[id: 2]?.isDone == true)
    #expect(Shared($todos[id: 3]) == nil)
    optional.withLock { $0 = nil }
    #expect(todos.ids == [1])
    $todos[id: 3].withLock { $0 = Todo(id: 3) }
    #expect(todos.ids == [1, 3])
  }

  @Test("an element of an array by index, a value of a dictionary by key")
  func subscripts() {
    @Shared(value: ["a", "b"]) var letters
    $letters[1].withLock { $0 += "!" }
    #expect(letters == ["a", "b!"])
    @Shared(value: ["a": 1]) var numbers
    $numbers["b"].withLock { $0 = 2 }
    #expect(numbers == ["a": 1, "b": 2])
  }

  @Test("SHR-16 a shared collection has shared elements, which follow their ids")
  func collection() {
    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2), Todo(id: 3)]
    let elements = Array($todos)
    $todos.withLock { _ = $0.remove(id: 1) }
    for todo in elements { todo.withLock { $0.isDone = true } }
    #expect(todos == [Todo(id: 2, isDone: true), Todo(id: 3, isDone: true)])
    #expect($todos.count == 2)
    #expect($todos.first?.wrappedValue.id == 2)
    #expect($todos.last?.wrappedValue.id == 3)
    #expect($todos.reversed().map(\.id) == [3, 2])
    #expect(!$todos.isEmpty)
  }

  @Test("SHR-48 a detached shared value is independent of its source")
  func untethered() {
    @Shared(.todos) var todos = [Todo(id: 1)]
    let copy = Shared(value: todos[0])
    copy.withLock { $0.isDone = true }
    #expect(todos[id: 1]?.isDone == false)
  }

  @Test("SHR-49 a deleted element keeps its last value")
  func deleted() throws {
    @Shared(.todos) var todos = [Todo(id: 1, title: "One"), Todo(id: 2)]
    let todo = try #require(Shared($todos[id: 1]))
    todo.withLock { $0.title = "One!" }
    $todos.withLock { _ = $0.remove(id: 1) }
    #expect(todo.wrappedValue == Todo(id: 1, title: "One!"))
    todo.withLock { $0.isDone = true }
    #expect(todo.wrappedValue == Todo(id: 1, title: "One!", isDone: true))
    #expect(todo.title.wrappedValue == "One!")
    #expect(todos == [Todo(id: 2)])
    $todos.withLock { _ = $0.append(Todo(id: 1, title: "Again")) }
    #expect(todo.wrappedValue.title == "Again")
  }

  @Test("derivations of derivations reach the same value")
  func deep() throws {
    struct Library: Equatable { var shelves: [String: IdentifiedArrayOf<Todo>] = [:] }
    @Shared(value: Library(shelves: ["a": [Todo(id: 1)]])) var library
    let shelf = try #require(Shared($library.shelves["a"]))
    let title = try #require(Shared(shelf[id: 1])).title
    title.withLock { $0 = "Deep" }
    #expect(library.shelves["a"]?[id: 1]?.title == "Deep")
  }

  @Test("a large collection is changed in place through an element")
  func inPlace() {
    final class Storage: Sendable {}
    struct Row: Identifiable {
      let id: Int
      var storage = Box(Storage())
    }
    /// Counts copies of its contents, like an array's buffer.
    struct Box {
      private var storage: Storage
      private(set) var copies = 0
      init(_ storage: Storage) { self.storage = storage }
      mutating func change() {
        if !isKnownUniquelyReferenced(&storage) {
          copies += 1
          storage = Storage()
        }
      }
    }
    @Shared(value: IdentifiedArray(uniqueElements: (0..<100).map { Row(id: $0) })) var rows
    for _ in 0..<3 { $rows[id: 50].withLock { $0?.storage.change() } }
    // The first value is also kept, so there is one copy of the original.
    #expect(rows[id: 50]?.storage.copies == 1)
  }
}
