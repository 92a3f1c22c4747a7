import Foundation
import SharedModels
import SpeechClient
import Testing

@testable import SpeechClientLive

/// The device that a fake runtime reports: an NVIDIA card.
@Suite("Devices", .serialized)
struct DeviceTests {
  let fake: FakeEngine
  private let card = SpeechDevice(
    name: "cuda", precision: "int8_float16", reason: "a card was found")

  init() throws {
    fake = try FakeEngine()
  }

  @Test("The engine's state has its device, if it reports one")
  func status() async {
    #expect(await fake.client("remembers on a card").engineStatus().device == card)
    #expect(await fake.client("good").engineStatus().device == nil)
  }

  @Test("A transcription records its device and precision")
  func provenance() async {
    let (events, failure) = await fake.client("remembers on a card").events()
    #expect(failure == nil)
    #expect(
      events.details == TranscriptionDetails(device: "cuda", precision: "int8_float16"))
  }

  @Test("A checkpoint of another device is ignored")
  func checkpoint() async {
    let last = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
    for (maker, isResumed) in [
      ("fake 1.5 1 tiny cuda int8_float16", true), ("fake 1.5 1 tiny cuda float16", false),
      ("fake 1.5 1 tiny", false),
    ] {
      let checkpoint = TranscriptionCheckpoint(maker: maker, start: .seconds(1), state: "1")
      // It refuses a start that is not its state's.
      let rest = try? await fake.client("remembers on a card")
        .segments(from: checkpoint, after: last)
      #expect((rest != nil) == isResumed, "\(maker)")
    }
  }

  @Test("The engine is told which device to use", arguments: ["auto", "cpu", "cuda"])
  func wanted(device: String) async {
    var settings = fake.settings("tells device")
    settings.compute = device
    #expect(await SpeechClient.live(settings).events().events.text == device)
  }

  @Test("Programs that use different devices do not share an engine")
  func sharing() throws {
    var settings = fake.settings("good")
    let place = try settings.loanPlace
    settings.compute = "cpu"
    #expect(try settings.loanPlace != place)
  }
}
