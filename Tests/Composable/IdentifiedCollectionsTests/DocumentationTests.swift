import Foundation
import IdentifiedCollections
import Testing

/// The example that the module's page begins with.
@Suite struct DocumentationTests {
  struct Todo: Equatable, Identifiable {
    let id: Int
    var title: String
  }

  @Test("IDA-01 IDA-07 the first example works")
  func firstExample() {
    var todos: IdentifiedArrayOf<Todo> = [
      Todo(id: 1, title: "Water the plants"),
      Todo(id: 2, title: "Call home"),
    ]
    todos[id: 2]?.title = "Call work"
    #expect(todos.append(Todo(id: 1, title: "Again")) == (inserted: false, index: 0))
    todos.move(fromOffsets: [0], toOffset: 2)
    #expect(todos.ids == [2, 1])
    todos.remove(id: 1)
    #expect(todos.elements == [Todo(id: 2, title: "Call work")])
  }
}
