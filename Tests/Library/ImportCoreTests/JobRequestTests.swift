import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import Testing

struct JobRequestTests {
  private let settings = Settings(language: "de", model: "small", vocabulary: ["Zoë", "pier"])

  @Test("Unspecified options come from the settings")
  func completed() {
    let request = JobRequest().completed(by: settings)
    #expect(request == JobRequest(settings))
    #expect(
      request
        == JobRequest(
          model: "small",
          settings: TranscriptionSettings(
            beamSize: 1, language: "de", vocabulary: "Zoë, pier")))
  }

  @Test("Explicit options override the settings")
  func asked() {
    let asked = JobRequest(
      model: "large",
      settings: TranscriptionSettings(beamSize: 3, language: "fr", vocabulary: "rope"))
    #expect(asked.completed(by: settings) == asked)
  }

  @Test("The quality is the settings' unless it is given")
  func quality() {
    let best = Settings(quality: .best)
    #expect(JobRequest().completed(by: best).settings.beamSize == 5)
    #expect(JobRequest(quality: .fast).completed(by: best) == JobRequest())
    #expect(JobRequest(quality: .best).completed(by: settings).settings.quality == .best)
  }

  @Test("The languages of the settings limit what is detected")
  func languages() {
    let settings = Settings(languages: ["en", "de"])
    var asked = JobRequest()
    #expect(asked.completed(by: settings).settings.languages == ["en", "de"])
    asked.settings.language = JobRequest.anyLanguage
    #expect(asked.completed(by: settings).settings.languages == ["en", "de"])
    asked.settings.language = "fr"
    #expect(asked.completed(by: settings).settings.languages == nil)
  }

  @Test("The language can be set to any even if the settings name one")
  func anyLanguage() {
    var asked = JobRequest()
    asked.settings.language = JobRequest.anyLanguage
    #expect(asked.completed(by: settings).settings.language == nil)
  }

  @Test("The defaults follow the library's current settings")
  func usual() {
    #expect(JobRequest.fromSettings == JobRequest())
    @Shared(.settings) var shared
    $shared.withLock { $0 = settings }
    #expect(JobRequest.fromSettings == JobRequest(settings))
  }
}
