import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import Testing

struct JobRequestTests {
  private let settings = Settings(language: "de", model: "small", vocabulary: ["Zoë", "pier"])

  @Test("What nobody asks for comes from the settings")
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

  @Test("What somebody asks for comes before the settings")
  func asked() {
    let asked = JobRequest(
      model: "large",
      settings: TranscriptionSettings(beamSize: 3, language: "fr", vocabulary: "rope"))
    #expect(asked.completed(by: settings) == asked)
  }

  @Test("Any language can be asked for where the settings have one")
  func anyLanguage() {
    var asked = JobRequest()
    asked.settings.language = JobRequest.anyLanguage
    #expect(asked.completed(by: settings).settings.language == nil)
  }

  @Test("What is usual is what the library's settings say at the time")
  func usual() {
    #expect(JobRequest.fromSettings == JobRequest())
    @Shared(.settings) var shared
    $shared.withLock { $0 = settings }
    #expect(JobRequest.fromSettings == JobRequest(settings))
  }
}
