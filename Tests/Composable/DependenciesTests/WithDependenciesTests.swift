import ConcurrencyExtras
import Dependencies
import Testing

@Suite struct WithDependenciesTests {
  @Dependency(\.greeting) var greeting

  struct Failure: Error {}

  final class Model {
    @Dependency(\.greeting) var greeting

    func child() -> Model {
      withDependencies(from: self) { Model() }
    }
  }

  class Plain {}
  final class Derived: Plain {
    @Dependency(\.greeting) var greeting
  }

  @Test("An override applies inside and does not leak")
  func override() {
    let result = withDependencies {
      $0.greeting.text = "inside"
    } operation: {
      greeting.text
    }
    #expect(result == "inside")
    #expect(greeting.text == "test")
  }

  @Test("An override does not leak out of an operation that throws")
  func throwing() {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.greeting.text = "inside"
      } operation: {
        throw Failure()
      }
    }
    #expect(greeting.text == "test")
  }

  @Test("Overrides nest: the inner one wins, and the outer one returns")
  func nested() {
    withDependencies {
      $0.greeting.text = "outer"
      $0.liveOnly = 1
    } operation: {
      withDependencies {
        $0.greeting.text += ", inner"
      } operation: {
        @Dependency(\.liveOnly) var liveOnly
        #expect(greeting.text == "outer, inner")
        #expect(liveOnly == 1)
      }
      #expect(greeting.text == "outer")
    }
  }

  @Test("A scope has many overrides")
  func manyOverrides() {
    withDependencies {
      $0.greeting.text = "a"
      $0.liveOnly = 1
      $0.harmless = "b"
      $0.interfaceOnly.name = "c"
      $0.uuid = .incrementing
      $0.calendar = .init(identifier: .gregorian)
      $0.locale = .init(identifier: "de_DE")
    } operation: {
      @Dependency(\.self) var values
      #expect(values.greeting.text == "a")
      #expect(values.liveOnly == 1)
      #expect(values.harmless == "b")
      #expect(values.interfaceOnly.name == "c")
      #expect(values.locale.identifier == "de_DE")
    }
  }

  @Test("An override applies in an asynchronous operation, its tasks and its task groups")
  func asynchronous() async {
    await withDependencies {
      $0.greeting.text = "async"
    } operation: {
      await Task.yield()
      #expect(greeting.text == "async")
      let task = Task { greeting.text }
      #expect(await task.value == "async")
      await withTaskGroup(of: String.self) { group in
        for _ in 1...3 { group.addTask { greeting.text } }
        for await text in group { #expect(text == "async") }
      }
    }
    #expect(greeting.text == "test")
  }

  @Test("A task started inside keeps the override after the operation is over")
  func taskOutlivesOperation() async {
    let start = AsyncStream.makeStream(of: Void.self)
    let task = withDependencies {
      $0.greeting.text = "inside"
    } operation: {
      Task {
        for await _ in start.stream { break }
        return greeting.text
      }
    }
    start.continuation.yield()
    #expect(await task.value == "inside")
  }

  @Test("The closure that sets values may be asynchronous and may throw")
  func asynchronousUpdate() async throws {
    try await withDependencies {
      $0.greeting.text = try await Task<String, any Error> { "awaited" }.value
    } operation: {
      #expect(greeting.text == "awaited")
    }
    await #expect(throws: Failure.self) {
      try await withDependencies { _ in
        throw Failure()
      } operation: {
        await Task.yield()
      }
    }
  }

  @Test("All values can be replaced at once")
  func replaceAll() {
    withDependencies {
      $0.greeting.text = "outer"
    } operation: {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        #expect(greeting.text == "test")
      }
    }
  }

  @Test("Values that replace all others have separate default values")
  func freshDefaults() {
    @Dependency(\.session) var session
    let outer = session
    withDependencies {
      $0 = DependencyValues()
      $0.greeting.text = "inner"
    } operation: {
      let inner = session
      #expect(inner !== outer)
      #expect(session === inner)
      #expect(greeting.text == "inner")
    }
    #expect(session === outer)
  }

  @MainActor
  @Test("An operation keeps the caller's isolation")
  func isolation() async {
    final class Counter { var count = 0 }
    let counter = Counter()
    await withDependencies {
      $0.greeting.text = "isolated"
    } operation: {
      counter.count += 1
      await Task.yield()
      counter.count += 1
    }
    #expect(counter.count == 2)
  }

  @Test("A child made from a model has the model's dependencies")
  func fromModel() {
    let model = withDependencies {
      $0.greeting.text = "parent"
    } operation: {
      Model()
    }
    #expect(model.child().greeting.text == "parent")
    #expect(model.child().child().greeting.text == "parent")
    let changed = withDependencies(from: model) {
      $0.greeting.text += ", changed"
    } operation: {
      Model()
    }
    #expect(changed.greeting.text == "parent, changed")
    #expect(model.greeting.text == "parent")
  }

  @Test("The dependencies of a model apply in an asynchronous operation, too")
  func fromModelAsync() async {
    let model = withDependencies {
      $0.greeting.text = "parent"
    } operation: {
      Model()
    }
    await withDependencies(from: model) {
      await Task.yield()
      #expect(greeting.text == "parent")
    }
    await withDependencies(from: model) {
      $0.greeting.text += "!"
    } operation: {
      await Task.yield()
      #expect(greeting.text == "parent!")
    }
  }

  @Test("A model without dependencies gets those of the call that returned it")
  func fromPlainModel() {
    let model = withDependencies {
      $0.greeting.text = "plain"
    } operation: {
      Plain()
    }
    withDependencies(from: model) {
      #expect(greeting.text == "plain")
    }
  }

  @Test("A dependency in a subclass or a superclass makes a model known")
  func fromSubclass() {
    final class Leaf: WithDependency {}
    let (derived, leaf) = withDependencies {
      $0.greeting.text = "class"
    } operation: {
      (Derived(), Leaf())
    }
    withDependencies(from: derived) { #expect(greeting.text == "class") }
    withDependencies(from: leaf) { #expect(greeting.text == "class") }
  }

  class WithDependency {
    @Dependency(\.greeting) var greeting
  }

  @Test("A model whose dependencies are not known is reported, and the operation still runs")
  func fromUnknownModel() throws {
    let model = Plain()
    let messages = issues {
      withDependencies {
        $0.greeting.text = "here"
      } operation: {
        withDependencies(from: model) { #expect(greeting.text == "here") }
      }
    }
    try #require(messages.count == 1)
    #expect(messages[0].contains("WithDependenciesTests.Plain"))
    #expect(messages[0].contains("withDependencies"))
  }
}
