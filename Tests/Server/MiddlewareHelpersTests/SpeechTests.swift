import AudioFileClient
import ConcurrencyExtras
import Dependencies
import MiddlewareHelpers
import ServerRouter
import SharedModels
import SpeechClient
import Testing

struct SpeechTests {
  @Test("An installed model is selected by its name, and another server's name selects the default")
  func models() async {
    var speech = SpeechClient.lorem()
    speech.engineStatus = {
      SpeechEngineStatus(
        models: [SpeechModel(name: "base", folder: "/b"), SpeechModel(name: "large")])
    }
    #expect(await speech.installedModels() == ["base"])
    #expect(await speech.knownModel("base") == "base")
    for name in [nil, "", "large", "whisper-1", "gpt-4o-transcribe", "/b", "Systran/base"] {
      #expect(await speech.knownModel(name) == nil, "\(name ?? "")")
    }
  }

  @Test("The sender of the audio gets a remedy, and no path of the server")
  func problems() {
    func problem(_ error: any Error) -> ServerProblem {
      ServerProblem(transcribing: error, named: "talk.wav")
    }
    let unreadable = problem(AudioFileError.notAudio(path: "/secret/1"))
    #expect(unreadable.status == .unprocessableContent)
    #expect(unreadable.detail.hasPrefix("talk.wav is not an audio file"))
    let controlled = problem(AudioFileError.notAudio(path: "/secret/\u{1b}1"))
    #expect(controlled.detail == unreadable.detail)
    #expect(problem(SpeechClient.Failure.request(message: "no language 'x'")).status == .badRequest)
    let engine = problem(SpeechClient.Failure.engine(message: "/secret/2 is missing"))
    #expect(engine.status == .serviceUnavailable)
    #expect(!engine.detail.contains("/secret"))
    #expect(engine.cause?.contains("/secret/2") == true)
  }

  @Test("Only the server's own failures are logged, with their cause")
  func logged() {
    let failures = LockIsolated<[String]>([])
    withDependencies {
      $0.logFailure = { failure in failures.withValue { $0.append(failure) } }
    } operation: {
      let client = ServerProblem.logged(
        transcribing: AudioFileError.notAudio(path: "/1"), named: "talk.wav")
      #expect(client.status == .unprocessableContent)
      #expect(failures.value.isEmpty)
      let engine = ServerProblem.logged(
        transcribing: SpeechClient.Failure.engine(message: "/2 is missing"), named: "talk.wav")
      #expect(engine.status == .serviceUnavailable)
      #expect(failures.value == [engine.cause])
    }
  }
}
