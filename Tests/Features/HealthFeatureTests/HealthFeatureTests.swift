import ComposableArchitecture
import DependenciesTestSupport
import HealthCore
import HealthFeature
import Testing

@MainActor
struct HealthFeatureTests {
  private func finding(_ subject: Finding.Subject) -> Finding {
    Finding(what: "\(subject)", verdict: .good, detail: "is there")
  }

  @Test("All checks run, and run again on request")
  func look() async {
    await withMainSerialExecutor {
      let looks = LockIsolated(0)
      let store = TestStore(initialState: HealthFeature.State()) {
        HealthFeature()
      } withDependencies: {
        $0.healthCheck.findings = { subject in
          looks.withValue { $0 += 1 }
          return [Finding(what: "\(subject)", verdict: .good, detail: "is there")]
        }
      }
      #expect(!store.state.isComplete)
      await store.send(.task)
      for subject in Finding.Subject.allCases {
        await store.receive(.findingsResponse(subject, [finding(subject)])) {
          $0.findings[subject] = [finding(subject)]
        }
      }
      #expect(store.state.isComplete)
      await store.send(.recheckButtonTapped) { $0.findings = [:] }
      await store.skipReceivedActions()
      #expect(store.state.isComplete)
      #expect(looks.value == 2 * Finding.Subject.allCases.count)
    }
  }

  @Test("A slow check does not delay the others, and a new run cancels it")
  func slow() async {
    await withMainSerialExecutor {
      let isSlow = LockIsolated(true)
      let store = TestStore(initialState: HealthFeature.State()) {
        HealthFeature()
      } withDependencies: {
        $0.healthCheck.findings = { subject in
          if subject == .engine, isSlow.value { try? await Task.never() }
          return []
        }
      }
      await store.send(.task)
      for subject in Finding.Subject.allCases where subject != .engine {
        await store.receive(.findingsResponse(subject, [])) { $0.findings[subject] = [] }
      }
      isSlow.setValue(false)
      await store.send(.recheckButtonTapped) { $0.findings = [:] }
      for subject in Finding.Subject.allCases {
        await store.receive(.findingsResponse(subject, [])) { $0.findings[subject] = [] }
      }
      #expect(store.state.isComplete)
    }
  }

  @Test("The page scrolls, and closes itself")
  func page() async {
    let isDismissed = LockIsolated(false)
    let store = TestStore(initialState: HealthFeature.State()) {
      HealthFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
    }
    await store.send(.set(\.offset, 3)) { $0.offset = 3 }
    await store.send(.closeButtonTapped).finish()
    #expect(isDismissed.value)
  }
}
