public import ComposableTerminal
public import SharedSettings

extension TextPrompt<Setting>.State {
  public init(_ setting: Setting, of settings: Settings) {
    let text = setting.text(in: settings)
    self.init(
      setting.title, for: setting, text: text == setting.defaultText ? "" : text,
      placeholder: setting.placeholder)
  }
}
