public import ArgumentParsing
public import SharedSettings

/// The commands for what is set, and for what goes by itself.
extension CommandTable {
  static let settings: Command = {
    let setting = Parameter<Setting?>.argument(
      optional: "SETTING", help: "The one to show or to change.")
    let value = Parameter<[String]>.arguments(
      "VALUE", isRequired: false, help: "What to change it to.")
    return Command(
      "settings", summary: "Show the settings, or change one",
      discussion: """
        engine: whisper, or the path of a program that speaks the speech engine protocol. model: \
        default, a name, or a folder. language: a code such as en, or auto. vocabulary: names and \
        terms to expect, between commas. theme: system, dark, light or plain. memo-days: after \
        how many days in the library a memo goes to the trash, or forever; favourites stay. \
        trash-days: after how many days in the trash a memo goes for good, or forever. What is \
        given to a command comes before what is set.
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
    let dryRun = Parameter.flag("dry-run", help: "Only say what would go.")
    return Command(
      "tidy", summary: "Have old memos go to the trash, and from there, as the settings say",
      discussion: """
        The settings memo-days and trash-days say what is old; the app does the same when it \
        starts. What goes to the trash can be brought back, and stays then.
        """,
      options: [dryRun]
    ) { arguments in
      try await TidyCommand(isDryRun: arguments[dryRun]).run()
      return .done
    }
  }()
}

extension Setting: ArgumentValue {}
