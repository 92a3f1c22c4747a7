import Sharing
import Testing

@Suite struct StatusTests {
  @Test("SHR-46 a key that has its value at hand gives it to the property from the start")
  func immediately() {
    @Shared(.source(Source(5))) var count = 0
    #expect(count == 5)
    #expect(!$count.isLoading)
  }

  @Test("SHR-50 CUS-04 a value that arrives later: the property is loading, with its default")
  func later() {
    let source = Source<Int>()
    source.state.withLock { $0.answersLater = true }
    @Shared(.source(source)) var count = 1
    #expect(count == 1)
    #expect($count.isLoading)
    source.answerLoad(.success(5))
    #expect(count == 5)
    #expect(!$count.isLoading)
  }

  @Test("SHR-50 an error of the first load keeps the default and is available")
  func loadError() async throws {
    let source = Source<Int>()
    source.state.withLock { $0.error = SourceError() }
    @SharedReader(.reading(source)) var count = 1
    #expect(count == 1)
    #expect($count.loadError as? SourceError == SourceError())
    await #expect(throws: SourceError()) { try await $count.load() }
    source.state.withLock {
      $0.error = nil
      $0.value = 2
    }
    try await $count.load()
    #expect(count == 2)
    #expect($count.loadError == nil)
  }

  @Test("SHR-43 X-06 load queries the key again")
  func reload() async throws {
    let source = Source(1)
    @Shared(.source(source)) var count = 0
    source.state.withLock { $0.value = 2 }
    #expect(count == 1)
    try await $count.load()
    #expect(count == 2)
    #expect(source.state.value.loads == ["initial 0", "user"])
    #expect(source.saves == [])
  }

  @Test("a load without a value restores the default")
  func reloadNothing() async throws {
    let source = Source<Int>(1)
    @Shared(.source(source)) var count = 0
    source.state.withLock { $0.value = nil }
    try await $count.load()
    #expect(count == 0)
  }

  @Test("a first load without a value does not undo changes made in the meantime")
  func changedWhileLoading() {
    let source = Source<Int>()
    source.state.withLock { $0.answersLater = true }
    @Shared(.source(source)) var count = 0
    $count.withLock { $0 = 3 }
    source.answerSave(.success(()))
    source.answerLoad(.success(nil))
    #expect(count == 3)
  }

  @Test("SHR-50 save waits until the value is stored, and rethrows the key's error")
  func save() async throws {
    let source = Source(0)
    @Shared(.source(source)) var count = 0
    $count.withLock { $0 = 1 }
    try await $count.save()
    #expect(source.saves == [1, 1])
    #expect(source.state.value.saveContexts == [.didSet, .userInitiated])
    source.state.withLock { $0.error = SourceError(reason: "full") }
    await #expect(throws: SourceError(reason: "full")) { try await $count.save() }
    #expect($count.saveError as? SourceError == SourceError(reason: "full"))
    source.state.withLock { $0.error = nil }
    $count.withLock { $0 = 2 }
    #expect($count.saveError == nil)
  }

  @Test("SHR-50 a successful save clears a load error, a failed one does not")
  func saveEndsLoadError() async throws {
    let source = Source<Int>()
    source.state.withLock { $0.error = SourceError() }
    @Shared(.source(source)) var count = 1
    let observer = ObservationTests.Observer { [shared = $count] in _ = shared.loadError }
    $count.withLock { $0 = 2 }
    #expect($count.loadError is SourceError && $count.saveError is SourceError)
    #expect(observer.count == 0)
    source.state.withLock { $0.error = nil }
    $count.withLock { $0 = 3 }
    #expect($count.loadError == nil && $count.saveError == nil)
    #expect(observer.count == 1)
    source.subscriber?.yield(throwing: SourceError())
    try await $count.save()
    #expect($count.loadError == nil)
  }

  @Test("SHR-50 a load error during a save stays")
  func loadErrorDuringSave() {
    let source = Source<Int>()
    source.state.withLock { $0.answersLater = true }
    @Shared(.source(source)) var count = 1
    source.answerLoad(.success(nil))
    $count.withLock { $0 = 2 }
    source.subscriber?.yield(throwing: SourceError())
    source.answerSave(.success(()))
    #expect($count.loadError is SourceError)
  }

  @Test("SHR-50 a save that ends after a later one does not change the status")
  func overtakenSave() {
    let source = Source(0)
    @Shared(.source(source)) var count = 0
    source.state.withLock { $0.answersLater = true }
    func saveTwice() -> [SaveContinuation] {
      $count.withLock { $0 += 1 }
      $count.withLock { $0 += 1 }
      return source.state.withLock { state in
        defer { state.pendingSaves = [] }
        return state.pendingSaves
      }
    }
    let good = saveTwice()
    good[1].resume()
    good[0].resume(throwing: SourceError())
    #expect($count.saveError == nil)
    let bad = saveTwice()
    bad[1].resume(throwing: SourceError())
    bad[0].resume()
    #expect($count.saveError as? SourceError == SourceError())
    let inOrder = saveTwice()
    inOrder[0].resume()
    #expect($count.saveError == nil)
    inOrder[1].resume(throwing: SourceError())
    #expect($count.saveError as? SourceError == SourceError())
  }

  @Test("SHR-50 a load that ends after a later one changes neither value nor error")
  func overtakenLoad() async throws {
    let source = Source<Int>()
    source.state.withLock { $0.answersLater = true }
    @Shared(.source(source)) var count = 0
    let shared = $count
    async let load: Void = shared.load()
    while source.state.value.pendingLoads.count < 2 { await Task.yield() }
    let first = source.state.withLock { $0.pendingLoads.removeFirst() }
    source.answerLoad(.success(2))
    try await load
    #expect(count == 2)
    #expect($count.isLoading)
    first.resume(throwing: SourceError())
    #expect(count == 2)
    #expect(!$count.isLoading)
    #expect($count.loadError == nil)
  }

  @Test("SHR-50 a required value is loaded before the property exists")
  func require() async throws {
    let source = Source(4)
    let shared = try await Shared(require: .source(source))
    #expect(source.state.value.loads == ["user"])
    #expect(shared.wrappedValue == 4)
    let reader = try await SharedReader(require: .reading(Source(5)))
    #expect(reader.wrappedValue == 5)
    let missing = await #expect(throws: (any Error).self) {
      _ = try await Shared(require: .source(Source<Int>()))
    }
    #expect("\(String(describing: missing))".contains("has no value"))
    let failing = Source<Int>()
    failing.state.withLock { $0.error = SourceError() }
    await #expect(throws: SourceError()) { _ = try await Shared(require: .source(failing)) }
  }

  @Test("loading another key points the property and its copies to it")
  func loadKey() async throws {
    @SharedReader(value: 0) var result
    let copy = $result
    let observer = ObservationTests.Observer { _ = copy.wrappedValue }
    let source = Source(7)
    try await $result.load(.reading(source))
    #expect(result == 7)
    #expect(copy.wrappedValue == 7)
    #expect(source.state.value.loads == ["user"])
    #expect(observer.count == 2)
    let other = Source(8)
    @Shared(.source(Source(1))) var count = 0
    try await $count.load(.source(other))
    $count.withLock { $0 += 1 }
    #expect(other.saves == [9])
  }

  @Test("without a key, loading and saving do nothing")
  func withoutKey() async throws {
    @Shared(value: 1) var count
    try await $count.load()
    try await $count.save()
    #expect(count == 1)
    #expect(!$count.isLoading)
    #expect($count.loadError == nil)
    #expect($count.saveError == nil)
  }

  @Test("errors and loading are observed, each for itself, also of a part")
  func observed() {
    let source = Source(SignUpData())
    @Shared(.source(source)) var data = SignUpData()
    let shared = $data
    let loading = ObservationTests.Observer { _ = shared.isLoading }
    let loadError = ObservationTests.Observer { _ = shared.firstName.loadError }
    let saveError = ObservationTests.Observer { _ = shared.saveError }
    let value = ObservationTests.Observer { _ = shared.wrappedValue }
    source.subscriber?.yieldLoading()
    #expect($data.isLoading)
    #expect([loading, loadError, saveError, value].map(\.count) == [1, 0, 0, 0])
    source.subscriber?.yield(throwing: SourceError())
    #expect($data.loadError as? SourceError == SourceError())
    #expect(!$data.isLoading)
    #expect([loading, loadError, saveError, value].map(\.count) == [2, 1, 0, 0])
    source.state.withLock { $0.error = SourceError() }
    $data.withLock { $0.firstName = "Blob" }
    #expect([loading, loadError, saveError, value].map(\.count) == [2, 1, 1, 1])
  }
}
