public import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

/// The screen of the weather: its views and keys.
public struct WeatherScreen: Screen {
  public let store: StoreOf<WeatherFeature>

  public init(store: StoreOf<WeatherFeature>) {
    self.store = store
  }

  public var body: any View {
    VStack {
      Text("The weather").bold()
      Divider()
      Text(store.isDetailed ? "These are the details." : "Press d for details.")
      footer
    }
  }

  public var keys: [KeyBinding<WeatherFeature.Action>] {
    [
      KeyBinding(["d"], .detailsButtonTapped, "details", help: "Show details, or hide them"),
      KeyBinding([.escape], .closeButtonTapped, "close", help: "Go back"),
    ]
  }
}
