import Foundation

// Initializers from before the builders. They still compile, with the same meaning.

extension AlertState {
  /// An alert with buttons that are listed in an array.
  @available(*, deprecated, message: "Use 'init(title:actions:message:)' with builders")
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(id: UUID(), buttons: buttons, message: message, title: title)
  }

  /// An alert with one button, or with none to be given the usual one.
  @available(*, deprecated, message: "Use 'init(title:actions:message:)' with builders")
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(
      id: UUID(), buttons: dismissButton.map { [$0] } ?? [], message: message, title: title)
  }

  /// An alert with two buttons.
  @available(*, deprecated, message: "Use 'init(title:actions:message:)' with builders")
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(
      id: UUID(), buttons: [primaryButton, secondaryButton], message: message, title: title)
  }
}

extension ConfirmationDialogState {
  /// A dialog with buttons that are listed in an array.
  @available(*, deprecated, message: "Use 'init(titleVisibility:title:actions:message:)'")
  public init(
    title: TextState, titleVisibility: TitleVisibility = .automatic, message: TextState? = nil,
    buttons: [ButtonState<Action>] = []
  ) {
    self.init(
      id: UUID(), buttons: buttons, message: message, title: title,
      titleVisibility: titleVisibility)
  }
}

extension ButtonState {
  /// A button that cancels.
  @available(*, deprecated, message: "Use 'ButtonState(role: .cancel, action:label:)'")
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A button without a role.
  @available(*, deprecated, message: "Use 'ButtonState(action:label:)'")
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// A button that destroys something.
  @available(*, deprecated, message: "Use 'ButtonState(role: .destructive, action:label:)'")
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }
}
