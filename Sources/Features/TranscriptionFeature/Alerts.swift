import ComposableArchitecture
import ComposableTerminal
import SharedModels

extension AlertState where Action == TranscriptionFeature.Destination.Alert {
  static func edited(_ request: TranscriptionFeature.EnqueueRequest, _ edited: [Recording.ID])
    -> Self
  {
    let others = request.ids.filter { !edited.contains($0) }
    return Self {
      TextState(
        edited.count == 1
          ? "Replace the edited transcript?"
          : "Replace \(edited.count.grouped) edited transcripts?")
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
          ? "A new transcript replaces your edits. The edited text stays in the library's database."
          : "New transcripts replace your edits. The edited texts stay in the library's database.")
    }
  }

  static func notCanceled(_ error: any Error) -> Self {
    message("The transcription was not canceled.", error)
  }

  static func notQueued(_ error: any Error) -> Self {
    message("The transcription was not started.", error)
  }
}
