public import ArgumentParsing
public import SharedSettings

/// The commands for settings, and for applying those on old memos.
extension CommandTable {
  static let settings: Command = {
    let setting = Parameter<Setting?>.argument(
      optional: "SETTING", help: "The setting to show or change.")
    let value = Parameter<[String]>.arguments(
      "VALUE", isRequired: false, help: "Its new value.")
    return Command(
      "settings", summary: "Show the settings, or change one",
      discussion: """
        engine: whisper, or the path of a program that speaks the speech engine protocol. model: \
        default, a name, or a folder. language: a code such as en, or auto. vocabulary: names and \
        terms to expect, separated by commas. theme: system, dark, light or plain. memo-days: \
        after how many days in the library a memo is moved to the trash, or forever; favourites \
        stay. trash-days: after how many days in the trash a memo is deleted permanently, or \
        forever. Options override settings.
        """,
      options: [json], arguments: [setting, value]
    ) { arguments in
      let words = arguments[value]
      try await SettingsCommand(
        setting: arguments[setting], value: words.isEmpty ? nil : words.joined(separator: " "),
        json: arguments[json]
      ).run()
      return .done
    }
  }()

  static let tidy: Command = {
    let dryRun = Parameter.flag("dry-run", help: "Only print what would be moved or deleted.")
    return Command(
      "tidy", summary: "Move old memos to the trash and delete old trash, as the settings say",
      discussion: """
        The settings memo-days and trash-days say what is old; the app does the same when it \
        starts. Memos moved to the trash can be restored, and are then kept.
        """,
      options: [dryRun]
    ) { arguments in
      try await TidyCommand(isDryRun: arguments[dryRun]).run()
      return .done
    }
  }()
}

extension Setting: ArgumentValue {}
