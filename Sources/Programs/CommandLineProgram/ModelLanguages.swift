import Dependencies
import SharedSettings
import SpeechClient
import Styleguide

struct ModelLanguages {
  @Dependency(\.settingsStore) private var settingsStore
  @Dependency(\.speechClient) private var speechClient

  /// Checks that the model in the settings supports their language, if the engine reports that.
  func check(_ settings: Settings, for changed: Setting) async throws {
    // The library of a database is transcribed by other machines, whose default model may differ.
    guard let language = settings.language, settingsStore == nil,
      let model = await speechClient.engineStatus().model(settings.model, lacking: language)
    else { return }
    let remedy =
      changed == .language
      ? "select another model first, such as with 'speechmemo models use base'"
      : "run 'speechmemo settings language auto' first"
    throw CommandFailure(
      """
      \(changed.rawValue): the model '\(model.name.printable)' does not support the language \
      '\(language)': \(remedy)
      """)
  }
}
