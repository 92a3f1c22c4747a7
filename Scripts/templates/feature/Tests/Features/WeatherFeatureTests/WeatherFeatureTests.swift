import ComposableArchitecture
import Testing
import WeatherFeature

@MainActor
struct WeatherFeatureTests {
  private let store = TestStore(initialState: WeatherFeature.State()) {
    WeatherFeature()
  }

  @Test("A button shows and hides the details")
  func details() async {
    await store.send(.detailsButtonTapped) { $0.isDetailed = true }
    await store.send(.detailsButtonTapped) { $0.isDetailed = false }
  }

  @Test("The close button notifies the parent")
  func close() async {
    await store.send(.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
