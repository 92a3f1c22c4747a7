import ComposableArchitecture
import Testing

extension CancellationTests {
  @Test("EFF-16 the effects of an optional child are canceled when it goes")
  func optionalGoes() async {
    let store = makeWorkplace(Workplace.State(optional: Worker.State()))
    let task = store.send(.optional(.startUncancellable))
    store.send(.change { $0.optional = nil })
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 the effects of an optional child are canceled when another takes its place")
  func optionalReplaced() async {
    let store = makeWorkplace(Workplace.State(optional: Worker.State(id: 1)))
    let task = store.send(.optional(.startUncancellable))
    store.send(.change { $0.optional = Worker.State(id: 2) })
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 the effects of a case's child are canceled when the state leaves the case")
  func caseGoes() async {
    let store = makeWorkplace(Workplace.State(room: .taken(Worker.State())))
    let task = store.send(.room(.taken(.startUncancellable)))
    store.send(.room(.leave))
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 removing a row cancels its effects, and no others")
  func rowGoes() async {
    await withMainSerialExecutor {
      let store = makeWorkplace(Workplace.State(staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      let first = store.send(.staff(.element(id: 1, action: .start("first"))))
      let second = store.send(.staff(.element(id: 2, action: .start("second"))))
      store.send(.change { $0.staff.remove(id: 1) })
      await first.finish()
      await Task.megaYield()
      #expect(ends.value == ["first"])
      second.cancel()
      await second.finish()
      #expect(ends.value == ["first", "second"])
    }
  }

  @Test("EFF-15 rows that use the same id do not cancel each other's effects")
  func sameIDInRows() async {
    await withMainSerialExecutor {
      let store = makeWorkplace(Workplace.State(staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      let first = store.send(.staff(.element(id: 1, action: .start("same"))))
      let second = store.send(.staff(.element(id: 2, action: .start("same", cancelInFlight: true))))
      await Task.megaYield()
      #expect(ends.value == [])
      store.send(.staff(.element(id: 1, action: .stop("same"))))
      await first.finish()
      #expect(ends.value == ["same"])
      second.cancel()
      await second.finish()
    }
  }

  @Test("EFF-15 a parent cancels its descendants' effects by id")
  func parentsID() async {
    await withMainSerialExecutor {
      let store = makeWorkplace(
        Workplace.State(
          optional: Worker.State(), staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      store.send(.left(.start("same")))
      store.send(.optional(.start("same")))
      store.send(.staff(.element(id: 1, action: .start("same"))))
      let other = store.send(.staff(.element(id: 2, action: .start("other"))))
      store.send(.stop("same"))
      await Task.megaYield()
      #expect(ends.value == ["same", "same", "same"])
      other.cancel()
      await other.finish()
    }
  }

  @Test("EFF-15 a child does not cancel its parent's or siblings' effects by id")
  func childsID() async {
    await withMainSerialExecutor {
      let store = makeWorkplace(
        Workplace.State(optional: Worker.State(), staff: [Worker.State(id: 1)]))
      let scoped = store.send(.left(.start("same")))
      let row = store.send(.staff(.element(id: 1, action: .start("same"))))
      store.send(.optional(.stop("same")))
      await Task.megaYield()
      #expect(ends.value == [])
      scoped.cancel()
      await scoped.finish()
      row.cancel()
      await row.finish()
    }
  }

  @Test("EFF-15 work in an unstructured task outlives the child that started it")
  func unstructured() async {
    let store = makeWorkplace(Workplace.State(optional: Worker.State()))
    let (done, continuation) = AsyncStream<Bool>.makeStream()
    let task = store.send(
      .optional(
        .work { _ in
          Task {
            await Task.yield()
            continuation.yield(Task.isCancelled)
          }
          try? await Task.never()
        }))
    await Task.yield()
    var isCancelled = done.makeAsyncIterator()
    let first = await isCancelled.next()
    store.send(.change { $0.optional = nil })
    await task.finish()
    #expect(first == false)
  }
}
