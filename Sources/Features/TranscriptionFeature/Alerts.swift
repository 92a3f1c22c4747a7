import ComposableArchitecture
import ComposableTerminal
import SharedModels

extension AlertState where Action == TranscriptionFeature.Destination.Alert {
  /// Some of the memos have text that a person has edited.
  static func edited(_ request: TranscriptionFeature.EnqueueRequest, _ edited: [Recording.ID])
    -> Self
  {
    let others = request.ids.filter { !edited.contains($0) }
    return Self {
      TextState(
        edited.count == 1
          ? "Replace text that was edited?"
          : "Replace \(edited.count.grouped) texts that were edited?")
    } actions: {
      ButtonState(role: .cancel) { TextState("Cancel") }
      if !others.isEmpty {
        ButtonState(
          action: .replaceButtonTapped(
            .init(others, from: request.source, checkedAt: request.checkedAt))
        ) {
          TextState("Only the others")
        }
      }
      ButtonState(role: .destructive, action: .replaceButtonTapped(request)) {
        TextState("Replace")
      }
    } message: {
      TextState(
        edited.count == 1
          ? "A new transcript takes the place of your words. They stay in the library's database."
          : "New transcripts take the place of your words. They stay in the library's database.")
    }
  }

  static func notCancelled(_ error: any Error) -> Self {
    message("The transcription was not cancelled.", error)
  }

  static func notQueued(_ error: any Error) -> Self {
    message("The transcription was not started.", error)
  }
}
