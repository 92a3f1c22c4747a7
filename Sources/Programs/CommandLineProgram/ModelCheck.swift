import Dependencies
import SpeechClient
import Styleguide
import TerminalClient

/// Checks a model's name before a job needs it.
struct ModelCheck {
  let subject: String
  var word = ""

  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal

  func check(_ model: String) async throws {
    // Folders are checked elsewhere. Names with an owner can be downloaded.
    guard !model.contains("/")
    else { return }
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      terminal.warn(
        """
        cannot check whether the engine has the model '\(model.printable)': \
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
