import ComposableArchitecture
import DependenciesTestSupport
import Foundation
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var fontSize = 14.0
  var isDarkMode = false
}

extension SharedKey where Self == FileStorageKey<Settings>.Default {
  fileprivate static var settings: Self {
    Self[
      .fileStorage(.documentsDirectory.appending(component: "settings.json")),
      default: Settings()]
  }
}

@MainActor
@Observable
private final class CounterModel {
  @ObservationIgnored @Shared(.appStorage("count")) var count = 0
  @ObservationIgnored @Shared(.settings) var settings

  func incrementButtonTapped() {
    $count.withLock { $0 += 1 }
  }

  func darkModeToggled() {
    $settings.withLock { $0.isDarkMode.toggle() }
  }
}

@MainActor
struct ObservableModelTests {
  @Test("AGT-09 CS-12 CS-24 SHR-40 TST-36 A model's shared count starts at the test's value")
  func increment() {
    @Shared(.appStorage("count")) var count = 42
    let model = CounterModel()

    model.incrementButtonTapped()

    #expect(count == 43)
    #expect(model.count == 43)
  }

  @Test("CS-12 A change of the shared settings notifies observers of the model")
  func observation() {
    let model = CounterModel()
    let wakeUps = LockIsolated(0)
    withObservationTracking {
      _ = model.settings.isDarkMode
    } onChange: {
      wakeUps.withValue { $0 += 1 }
    }

    model.darkModeToggled()

    #expect(wakeUps.value == 1)
    #expect(model.settings == Settings(isDarkMode: true))
  }

  @Test("CS-24 TST-34 TST-35 Repeated tests start over", .dependencies, arguments: 1...5)
  func repeated(_: Int) {
    @Shared(.appStorage("count")) var count = 0
    let model = CounterModel()

    model.incrementButtonTapped()

    #expect(count == 1)
  }
}
