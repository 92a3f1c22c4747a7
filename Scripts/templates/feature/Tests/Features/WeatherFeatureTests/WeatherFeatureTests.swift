import ComposableArchitecture
import Testing
import WeatherFeature

@MainActor
struct WeatherFeatureTests {
  private let store = TestStore(initialState: WeatherFeature.State()) {
    WeatherFeature()
  }

  @Test("Details are shown on request, and hidden again")
  func details() async {
    await store.send(.detailsButtonTapped) { $0.isDetailed = true }
    await store.send(.detailsButtonTapped) { $0.isDetailed = false }
  }

  @Test("The parent is told of the wish to go back")
  func close() async {
    await store.send(.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
