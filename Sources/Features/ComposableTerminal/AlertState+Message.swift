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

  public static func question(
    _ title: String, _ text: String, _ button: String, role: ButtonStateRole? = nil,
    action: Action, cancel: String = "Cancel"
  ) -> Self {
    Self {
      TextState(title)
    } actions: {
      ButtonState(role: role, action: action) { TextState(button) }
      ButtonState(role: .cancel) { TextState(cancel) }
    } message: {
      TextState(text)
    }
  }

  public static func message(_ title: String, _ error: any Error) -> Self {
    message(title, String(describing: error))
  }
}
