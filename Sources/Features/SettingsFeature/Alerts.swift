import ComposableArchitecture
import ComposableTerminal
import SpeechClient
import Styleguide

extension AlertState where Action == SettingsFeature.Alert {
  static func fetch(_ model: String) -> Self {
    question(
      "Download '\(model.printable)' now?",
      "It is not on this machine yet. Otherwise, the engine downloads it on first use.",
      "Download", action: .fetchButtonTapped(model), cancel: "Later")
  }

  static func notFetched(_ model: String, _ error: any Error) -> Self {
    let reason =
      switch error as? SpeechClient.Failure {
      case .some(let failure): "\(failure.message)\(failure.hint.map { ": \($0)" } ?? "")"
      case nil: "\(error)"
      }
    return message(
      "'\(model.printable)' could not be downloaded.", "\(reason).".firstLetterUppercased)
  }

  static func notPlanned(_ error: any Error) -> Self {
    message("Could not determine which memos would be deleted.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The setting was not saved.", error)
  }

  static func retentionNotApplied(_ error: any Error) -> Self {
    message("The setting was not changed.", error)
  }
}
