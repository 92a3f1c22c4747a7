import BenchmarkSupport
import Foundation
import IdentifiedCollections

/// Operations of the array, compared with an array and a dictionary that are kept in sync by hand.
var identifiedArrays: Suite {
  var suite = Suite("IdentifiedArray")
  for count in [100, 10_000, 1_000_000] { suite.compareIdentifiedArray(of: count) }
  suite.compareRemovalAtRandom(of: 100_000)
  for count in [1_000, 100_000] { suite.compareFront(of: count) }
  return suite
}

private struct Todo: Identifiable {
  var id: Int
  var title = "A title that is too long to be stored in place"
  var changes = 0
}

/// The code without `IdentifiedArray`.
private struct ByHand {
  var todos: [Todo] = []
  var indices: [Int: Int] = [:]

  mutating func append(_ todo: Todo) {
    guard indices[todo.id] == nil
    else { return }
    indices[todo.id] = todos.count
    todos.append(todo)
  }

  mutating func remove(id: Int) {
    guard let removed = indices.removeValue(forKey: id)
    else { return }
    todos.remove(at: removed)
    for index in removed..<todos.count { indices[todos[index].id] = index }
  }
}

/// Both collections with the same elements, created on first use.
private final class Fixture {
  let ids: [Int]
  lazy var array = IdentifiedArray(uniqueElements: ids.map { Todo(id: $0) })
  lazy var byHand = {
    var byHand = ByHand()
    for id in ids { byHand.append(Todo(id: id)) }
    return byHand
  }()
  /// The IDs in random order.
  lazy var visits: [Int] = {
    var generator = Generator()
    return ids.shuffled(using: &generator)
  }()
  /// Continues across repetitions, so that the element just appended is not removed next.
  var generator = Generator()

  init(count: Int) {
    ids = (0..<count).map { $0 &* 7919 }
  }

  func withArray(_ body: (inout IdentifiedArrayOf<Todo>, _ visits: [Int]) -> Void) {
    body(&array, visits)
  }

  func withByHand(_ body: (inout ByHand, _ visits: [Int]) -> Void) {
    body(&byHand, visits)
  }
}

/// Uses the sum, so that the optimizer keeps the loop.
private func keep(_ sum: Int) {
  if sum == .min { print(sum) }
}

/// The same order in every run.
private struct Generator: RandomNumberGenerator {
  var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

extension Suite {
  fileprivate mutating func compareIdentifiedArray(of count: Int) {
    let pair = "array and dictionary"
    let fixture = Fixture(count: count)
    compare("append \(count), each", aim: .atMost(times: 1.5), operations: count, to: pair) { n in
      for _ in 0..<n {
        var byHand = ByHand()
        for id in fixture.ids { byHand.append(Todo(id: id)) }
        blackHole(byHand)
      }
    } subject: { n in
      for _ in 0..<n {
        var array: IdentifiedArrayOf<Todo> = []
        for id in fixture.ids { array.append(Todo(id: id)) }
        blackHole(array)
      }
    }
    compare("look up by id among \(count)", aim: .atMost(times: 1.5), to: pair) { n in
      fixture.withByHand { byHand, visits in
        var sum = 0
        for i in 0..<n {
          if let index = byHand.indices[visits[i % count]] { sum += byHand.todos[index].changes }
        }
        keep(sum)
      }
    } subject: { n in
      fixture.withArray { array, visits in
        var sum = 0
        for i in 0..<n { sum += array[id: visits[i % count]]?.changes ?? 0 }
        keep(sum)
      }
    }
    compare("change in place by id among \(count)", aim: .atMost(times: 1.5), to: pair) { n in
      fixture.withByHand { byHand, visits in
        for i in 0..<n {
          if let index = byHand.indices[visits[i % count]] { byHand.todos[index].changes += 1 }
        }
      }
    } subject: { n in
      fixture.withArray { array, visits in
        for i in 0..<n { array[id: visits[i % count]]?.changes += 1 }
      }
    }
    compareRemovalAtRandom(of: count)
    compare(
      "iterate over \(count), each", aim: .atMost(times: 1.5), operations: count, to: pair
    ) { n in
      fixture.withByHand { byHand, _ in
        var sum = 0
        for _ in 0..<n {
          for todo in byHand.todos { sum &+= todo.changes }
        }
        keep(sum)
      }
    } subject: { n in
      fixture.withArray { array, _ in
        var sum = 0
        for _ in 0..<n {
          for todo in array { sum &+= todo.changes }
        }
        keep(sum)
      }
    }
  }

  /// Insertion and removal at the front, which moves all elements. Compared with two arrays, it shows
  /// the cost of the index.
  fileprivate mutating func compareFront(of count: Int) {
    let fixture = Fixture(count: count)
    compare(
      "insert first and remove first of \(count), each", aim: .atMost(times: 1.5), operations: 2,
      to: "arrays of ids and of elements"
    ) { n in
      var ids = fixture.ids
      var todos = fixture.ids.map { Todo(id: $0) }
      for _ in 0..<n {
        ids.insert(-1, at: 0)
        todos.insert(Todo(id: -1), at: 0)
        ids.removeFirst()
        todos.removeFirst()
      }
      blackHole(ids)
      blackHole(todos)
    } subject: { n in
      fixture.withArray { array, _ in
        for _ in 0..<n {
          array.insert(Todo(id: -1), at: 0)
          array.removeFirst()
        }
      }
    }
  }

  /// Appends the removed element again, to keep the count.
  fileprivate mutating func compareRemovalAtRandom(of count: Int) {
    let fixture = Fixture(count: count)
    compare(
      "remove at random among \(count), and append", aim: .atMost(times: 1.5),
      to: "array and dictionary"
    ) { n in
      fixture.withByHand { byHand, _ in
        for _ in 0..<n {
          let id = byHand.todos[.random(in: 0..<count, using: &fixture.generator)].id
          byHand.remove(id: id)
          byHand.append(Todo(id: id))
        }
      }
    } subject: { n in
      fixture.withArray { array, _ in
        for _ in 0..<n {
          let id = array.ids[.random(in: 0..<count, using: &fixture.generator)]
          array.remove(id: id)
          array.append(Todo(id: id))
        }
      }
    }
  }
}
