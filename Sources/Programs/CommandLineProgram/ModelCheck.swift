import Dependencies
import SpeechClient
import Styleguide
import TerminalClient

/// Whether the speech engine knows a model by its name: it is asked now, and not when a memo is to be
/// transcribed.
struct ModelCheck {
  /// What names the model, such as an option.
  let subject: String
  /// What may be given besides, to be put before the choices.
  var word = ""

  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal

  /// - Throws: `CommandFailure` for a name that the engine does not know.
  func check(_ model: String) async throws {
    // A folder has been looked at; a name with an owner is one of many that can be downloaded.
    guard !model.contains("/")
    else { return }
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      terminal.note(
        """
        speechmemo: cannot check whether the engine has the model '\(model.printable)': \
        \(failure.message.printable)
        """
      )
      return
    }
    guard let reason = status.problem(ofModel: model, or: word)
    else { return }
    throw CommandFailure("\(subject): \(reason.printable)")
  }
}
