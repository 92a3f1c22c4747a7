import Sharing

struct Todo: Codable, Equatable, Identifiable {
  let id: Int
  var title = ""
  var isDone = false
}

struct SignUpData: Codable, Equatable {
  var firstName = ""
  var phoneNumber = ""
  var topics: Set<String> = []

  var greeting: String { "Hello, \(firstName)!" }
}

struct Stats: Codable, Equatable {
  private(set) var count = 0
  private(set) var numberOfCounts = 0

  mutating func increment() {
    count += 1
    numberOfCounts += 1
  }
}

struct SourceError: Error, Equatable {
  var reason = "offline"
}

/// A place outside of the program, which a test plays: it answers loads and saves, and changes.
final class Source<Value: Sendable>: Sendable {
  struct State {
    var value: Value?
    var error: SourceError?
    var answersLater = false
    var pendingLoads: [LoadContinuation<Value>] = []
    var pendingSaves: [SaveContinuation] = []
    var subscriber: SharedSubscriber<Value>?
    var loads: [String] = []
    var saves: [Value] = []
    var saveContexts: [SaveContext] = []
    var cancellations = 0
  }

  let state: LockIsolated<State>

  init(_ value: Value? = nil) {
    state = LockIsolated(State(value: value))
  }

  func answerLoad(_ result: Result<Value?, any Error>) {
    let continuation = state.withLock { $0.pendingLoads.removeFirst() }
    continuation.resume(with: result)
  }

  func answerSave(_ result: Result<Void, any Error>) {
    let continuation = state.withLock { $0.pendingSaves.removeFirst() }
    continuation.resume(with: result)
  }

  var subscriber: SharedSubscriber<Value>? { state.withLock { $0.subscriber } }
  var saves: [Value] { state.withLock { $0.saves } }
}

struct SourceReaderKey<Value: Sendable>: SharedReaderKey {
  let source: Source<Value>

  var id: ObjectIdentifier { ObjectIdentifier(source) }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let result: Result<Value?, any Error>? = source.state.withLock { state in
      state.loads.append(context.initialValue.map { "initial \($0)" } ?? "user")
      if state.answersLater {
        state.pendingLoads.append(continuation)
        return nil
      }
      return state.error.map { .failure($0) } ?? .success(state.value)
    }
    if let result { continuation.resume(with: result) }
  }

  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    source.state.withLock { $0.subscriber = subscriber }
    return SharedSubscription { [source] in
      source.state.withLock { $0.cancellations += 1 }
    }
  }
}

struct SourceKey<Value: Sendable>: SharedKey {
  let reader: SourceReaderKey<Value>

  var id: ObjectIdentifier { reader.id }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    reader.load(context: context, continuation: continuation)
  }

  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    reader.subscribe(context: context, subscriber: subscriber)
  }

  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let result: Result<Void, any Error>? = reader.source.state.withLock { state in
      state.saves.append(value)
      state.saveContexts.append(context)
      if state.answersLater {
        state.pendingSaves.append(continuation)
        return nil
      }
      if let error = state.error { return .failure(error) }
      state.value = value
      return .success(())
    }
    if let result { continuation.resume(with: result) }
  }
}

extension SharedReaderKey {
  static func reading<Value>(_ source: Source<Value>) -> Self
  where Self == SourceReaderKey<Value> {
    SourceReaderKey(source: source)
  }

  static func source<Value>(_ source: Source<Value>) -> Self where Self == SourceKey<Value> {
    SourceKey(reader: SourceReaderKey(source: source))
  }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<Todo>>.Default {
  static var todos: Self { Self[.inMemory("todos"), default: []] }
}

extension SharedKey where Self == InMemoryKey<Stats> {
  static var stats: Self { inMemory("stats") }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  static var counter: Self { Self[.inMemory("counter"), default: 7] }
}
