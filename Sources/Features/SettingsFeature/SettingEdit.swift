public import ComposableTerminal
public import SharedSettings

extension TextPrompt<Setting>.State {
  /// Begins with the setting's value; the default is an empty text.
  public init(_ setting: Setting, of settings: Settings) {
    let text = setting.text(in: settings)
    self.init(
      setting.title, for: setting, text: text == setting.defaultText ? "" : text,
      placeholder: setting.placeholder)
  }
}
