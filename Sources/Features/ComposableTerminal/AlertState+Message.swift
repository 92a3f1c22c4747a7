public import ComposableArchitecture

extension AlertState {
  /// An alert that asks nothing: it says something, and has one button, OK.
  ///
  /// - Parameters:
  ///   - title: What has happened, in a sentence.
  ///   - text: Why, or what to do.
  public static func message(_ title: String, _ text: String) -> Self {
    Self {
      TextState(title)
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(text)
    }
  }

  /// An alert that says why something could not be done, and has one button, OK.
  ///
  /// - Parameters:
  ///   - title: What could not be done, in a sentence.
  ///   - error: Its description is shown below the title.
  public static func message(_ title: String, _ error: any Error) -> Self {
    message(title, String(describing: error))
  }
}
