import IdentifiedCollections
import Testing

/// The basis for other modules: the protocols, and the array in their closures and key paths.
@Suite struct IdentifiedCollectionTests {
  @Test("SHR-16 generic code reaches and changes elements by id and by position")
  func genericCode() {
    func rename<C: _MutableIdentifiedCollection<Int, Item>>(_ collection: inout C) -> [C.IDs
      .Element]
    {
      for id in collection.ids { collection[id: id]?.name = "\(id)" }
      collection[collection.startIndex].name += "!"
      return Array(collection.ids)
    }
    var array: IdentifiedArrayOf<Item> = [Item(id: 4), Item(id: 2)]
    #expect(rename(&array) == [4, 2])
    #expect(array.elements == [Item(id: 4, name: "4!"), Item(id: 2, name: "2")])
  }

  @Test("SHR-22 the result of an append can be discarded in a single-expression closure")
  func discardedResult() {
    func withLock<R>(_ body: (inout IdentifiedArrayOf<Item>) -> R) -> (R, Int) {
      var array: IdentifiedArrayOf<Item> = [Item(id: 1)]
      return (body(&array), array.count)
    }
    #expect(withLock { _ = $0.append(Item(id: 2)) }.1 == 2)
    #expect(withLock { $0.remove(id: 1) }.0 == Item(id: 1))
  }

  @Test("CAS-06 key paths go through both subscripts")
  func keyPaths() {
    struct State {
      var items: IdentifiedArrayOf<Item> = [Item(id: 1)]
    }
    var state = State()
    let byID: WritableKeyPath<State, Item?> = \.items[id: 1]
    let byPosition: WritableKeyPath<State, String> = \.items[0].name
    state[keyPath: byPosition] = "one"
    #expect(state[keyPath: byID] == Item(id: 1, name: "one"))
    state[keyPath: byID] = nil
    #expect(state.items.isEmpty)
    #expect(byID == \.items[id: 1])
  }

  @Test("elements may contain arrays of their own type")
  func recursion() {
    struct Node: Equatable, Identifiable {
      let id: Int
      var children: IdentifiedArrayOf<Node> = []
    }
    var root = Node(id: 0, children: [Node(id: 1), Node(id: 2, children: [Node(id: 3)])])
    root.children[id: 2]?.children[id: 3]?.children.append(Node(id: 4))
    #expect(root.children[id: 2]?.children[id: 3]?.children.ids == [4])
    #expect(root.children[id: 1]?.children.isEmpty == true)
  }

  @Test("arrays of sendable elements cross to other tasks")
  func sendable() async {
    let array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    let ids = await Task.detached { array.ids }.value
    #expect(ids == [1, 2])
  }
}
