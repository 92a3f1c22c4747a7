import ComposableArchitecture
import ComposableTerminal

extension AlertState where Action == Never {
  static func notPlanned(_ error: any Error) -> Self {
    message("It is not known what would go.", error)
  }

  static func notRestored(_ error: any Error) -> Self {
    message("The memos are still in the trash.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The setting was not saved.", error)
  }

  static func notTidied(_ error: any Error) -> Self {
    message("The number of days is as it was.", error)
  }
}
