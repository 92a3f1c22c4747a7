import ComposableArchitecture
import ComposableTerminal

extension AlertState where Action == Never {
  static func notPlanned(_ error: any Error) -> Self {
    message("Could not work out which memos would be deleted.", error)
  }

  static func notRestored(_ error: any Error) -> Self {
    message("The memos are still in the trash.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The setting was not saved.", error)
  }

  static func notTidied(_ error: any Error) -> Self {
    message("The setting was not changed.", error)
  }
}
