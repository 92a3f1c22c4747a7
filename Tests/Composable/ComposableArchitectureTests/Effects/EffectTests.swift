import ComposableArchitecture
import Testing

/// A feature whose actions contain the effects to return, and whose state is their result.
private struct Log: Reducer {
  typealias Action = Command

  enum Command: Sendable {
    case append(String)
    case effect(Effect<Command>)
  }

  var body: some Reducer<[String], Command> {
    Reduce { state, action in
      switch action {
      case .append(let entry):
        state.append(entry)
        return .none

      case .effect(let effect):
        return effect
      }
    }
  }
}

private struct SomeError: Error, Equatable {}

@MainActor
struct EffectTests {
  private let store = Store(initialState: [String]()) { Log() }

  private func run(_ effect: Effect<Log.Command>) async -> [String] {
    await withMainSerialExecutor {
      await store.send(.effect(effect)).finish()
    }
    return store.state
  }

  @Test("EFF-01 no effect does nothing and leaves nothing to wait for")
  func none() async {
    #expect(await run(.none) == [])
    #expect(store.send(.append("a")).isCancelled)
  }

  @Test("EFF-02 EFF-04 a run sends any number of actions, in order")
  func run() async {
    let log = await run(
      .run { send in
        await send(.append("a"))
        await send(.append("b"))
      })
    #expect(log == ["a", "b"])
  }

  @Test("EFF-02 a run has a priority and a name, in this order")
  func priorityAndName() async {
    let log = await run(
      .run(priority: .high, name: "append") { send in
        await send(.append("\(Task.name ?? "") \(Task.currentPriority == .high)"))
      })
    #expect(log == ["append true"])
  }

  @Test("EFF-03 a run's error goes to its handler, which can send")
  func catchError() async {
    let log = await run(
      .run { _ in
        throw SomeError()
      } catch: { error, send in
        await send(.append("\(error is SomeError)"))
      })
    #expect(log == ["true"])
  }

  @Test("EFF-03 an unhandled error is reported at the run, with the error")
  func unhandledError() async {
    let messages = LockIsolated<[String]>([])
    await withIssueReporters([Collector(messages)]) {
      _ = await run(.run { _ in throw SomeError() })
    }
    #expect(messages.value.count == 1)
    #expect(messages.value.first?.contains("SomeError()") == true)
    #expect(messages.value.first?.contains("EffectTests.swift:") == true)
  }

  @Test("EFF-03 a cancellation error is ignored")
  func cancellationError() async {
    #expect(await run(.run { _ in throw CancellationError() }) == [])
  }

  @Test("EFF-03 any error of a canceled run is ignored")
  func errorAfterCancellation() async {
    let isHandled = LockIsolated(false)
    let (beginnings, beginning) = AsyncStream<Void>.makeStream()
    let task = store.send(
      .effect(
        .run { _ in
          beginning.finish()
          try? await Task.never()
          throw SomeError()
        } catch: { _, _ in
          isHandled.setValue(true)
        }))
    for await _ in beginnings {}
    task.cancel()
    await task.finish()
    #expect(!isHandled.value)
  }

  @Test("EFF-05 an animation is accepted and ignored")
  func animation() async {
    let log = await run(
      .run { send in
        await send(
          .append("a"), animation: .interpolatingSpring(stiffness: 3000, damping: 40))
        await send(.append("b"), animation: .default)
      }
      .animation(.easeInOut(duration: 2)))
    #expect(log == ["a", "b"])
    store.send(.append("c"), animation: .default)
    #expect(store.state == ["a", "b", "c"])
  }

  @Test("EFF-06 a sent action is reduced before send returns, after the current one")
  func send() {
    store.send(.effect(.send(.append("a"))))
    #expect(store.state == ["a"])
  }

  @Test("EFF-09 concatenated effects run one after another")
  func concatenate() async {
    let log = await run(
      .concatenate(
        .run { send in
          await Task.yield()
          await send(.append("a"))
          await Task.yield()
          await send(.append("b"))
        },
        .send(.append("c")),
        .run { send in await send(.append("d")) }))
    #expect(log == ["a", "b", "c", "d"])
  }

  @Test("EFF-09 concatenate(with:) waits for all that was merged before")
  func concatenateWith() async {
    let log = await run(
      .merge(
        .run { send in
          for _ in 1...10 { await Task.yield() }
          await send(.append("slow"))
        },
        .run { send in await send(.append("fast")) }
      )
      .concatenate(with: .send(.append("last"))))
    #expect(log == ["fast", "slow", "last"])
  }

  @Test("EFF-10 merged effects run at the same time, and start in order")
  func merge() async {
    let log = await run(
      .merge(
        .send(.append("a")),
        .run { send in
          await send(.append("b"))
          await Task.yield()
          await send(.append("d"))
        },
        .run { send in await send(.append("c")) }))
    #expect(log == ["a", "b", "c", "d"])
  }

  @Test("EFF-10 merging no effects returns none, and merging one returns it")
  func degenerate() async {
    #expect(await run(.merge()) == [])
    #expect(await run(.concatenate([])) == [])
    #expect(await run(.merge([.none, .send(.append("a")), .none])) == ["a"])
    #expect(await run(Effect.none.concatenate(with: .send(.append("b")))) == ["a", "b"])
    #expect(await run(.send(.append("c")).merge(with: .none)) == ["a", "b", "c"])
  }

  @Test("EFF-12 a result keeps the error for the action to carry")
  func result() async {
    let log = await run(
      .run { send in
        let result = Result<Int, any Error> { throw SomeError() }
        await send(.append(result.is(\.failure) ? "failure" : "success"))
      })
    #expect(log == ["failure"])
  }

  @Test("EFF-12 results of tasks compare their errors")
  func taskResult() async {
    let failure = await TaskResult<Int> { throw SomeError() }
    #expect(failure == .failure(SomeError()))
    #expect(failure != .failure(CancellationError()))
    #expect(await TaskResult { 1 } == .success(1))
    #expect(failure.is(\.failure))
    let one = await TaskResult { 1 }
    #expect(one.map { $0 + 1 } == .success(2))
  }

  @Test("EFF-13 work structured with async let ends before its effect does")
  func structured() async {
    let log = await run(
      .run { send in
        async let a: Void = send(.append("a"))
        async let b: Void = send(.append("b"))
        _ = await (a, b)
        await send(.append("c"))
      })
    #expect(log.sorted() == ["a", "b", "c"])
    #expect(log.last == "c")
  }

  @Test("EFF-19 a subscribing effect sends a stream's elements until it ends")
  func stream() async {
    let log = await run(
      .run { send in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
        for await number in stream { await send(.append("\(number)")) }
      })
    #expect(log == ["1", "2", "3"])
  }

  @Test("EFF-02 an effect of another feature can be mapped")
  func map() async {
    let numbers: Effect<Int> = .merge(.send(1), .run { send in await send(2) })
    #expect(await run(numbers.map { .append("\($0)") }) == ["1", "2"])
  }

  @Test("EFF-04 effects can be tried without a store")
  func sendOutsideOfStore() {
    let log = LockIsolated<[Int]>([])
    let send = Send<Int> { number in log.withValue { $0.append(number) } }
    send(1)
    send(2, animation: .default)
    #expect(log.value == [1, 2])
  }

  @Test("EFF-02 finish waits for the effects of the actions that effects send")
  func finishTransitively() async {
    let log = await run(
      .run { send in
        await send(
          .effect(
            .run { send in
              for _ in 1...10 { await Task.yield() }
              await send(.append("inner"))
            }))
      })
    #expect(log == ["inner"])
  }

  @Test("EFF-02 a run has the dependencies in effect where it was created")
  func dependencies() async {
    let store = Store(initialState: 0.0) {
      Reduce<Double, Double?> { state, action in
        if let action {
          state = action
          return .none
        }
        return .run { send in
          @Dependency(\.date.now) var now
          await send(now.timeIntervalSince1970)
        }
      }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1234)
    }
    await store.send(nil).finish()
    #expect(store.state == 1234)
  }

  @Test(
    "An action from a task that outlives its effect is reported, and reduced all the same",
    arguments: [false, true])
  func lateSend(isCancellable: Bool) async throws {
    let messages = LockIsolated<[String]>([])
    let (mayGo, go) = AsyncStream.makeStream(of: Void.self)
    let late = LockIsolated<Task<Void, Never>?>(nil)
    let store = withIssueReporters([Collector(messages)]) {
      Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          guard action == 1
          else { return .none }
          let effect = Effect<Int>.run { send in
            late.setValue(
              Task {
                for await _ in mayGo { break }
                await withIssueReporters([Collector(messages)]) { await send(10) }
              })
          }
          return isCancellable ? effect.cancellable(id: "late") : effect
        }
      }
    }
    await store.send(1).finish()
    go.yield()
    await late.value?.value
    #expect(store.withState { $0 } == 11)
    #expect(messages.value.count == 1)
    #expect(messages.value.first?.contains("sent from an effect that had ended") == true)
  }
}

private struct Collector: IssueReporter {
  let messages: LockIsolated<[String]>

  init(_ messages: LockIsolated<[String]>) {
    self.messages = messages
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = "\(fileID):\(line): \(message() ?? "")"
    messages.withValue { $0.append(text) }
  }
}
