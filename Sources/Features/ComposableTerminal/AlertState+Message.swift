public import ComposableArchitecture

extension AlertState {
  public static func message(_ title: String, _ text: String) -> Self {
    Self {
      TextState(title)
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(text)
    }
  }

  public static func message(_ title: String, _ error: any Error) -> Self {
    message(title, String(describing: error))
  }
}
