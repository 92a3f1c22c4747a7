import Foundation
import SharedModels
import SharedSettings
import Testing

struct SettingsTests {
  private func decoded(_ json: String) throws -> Settings {
    try JSONDecoder.speechMemo.decode(Settings.self, from: Data(json.utf8))
  }

  private func encoded(_ settings: Settings) throws -> String {
    String(decoding: try JSONEncoder.speechMemo.encode(settings), as: UTF8.self)
  }

  @Test("A field that is missing has its default")
  func missingFields() throws {
    #expect(try decoded("{}") == Settings())
    #expect(try decoded(#"{"language": null}"#) == Settings())
    #expect(try decoded(#"{"model": "small"}"#) == Settings(model: "small"))
    #expect(
      try decoded(#"{"retention": {"trashDays": 30}}"#)
        == Settings(retention: Settings.Retention(trashDays: 30)))
  }

  @Test("All that is set is written and read again")
  func roundTrip() throws {
    let settings = Settings(
      assistant: "https://host/v1", assistantKey: "/key2", assistantModel: "gemma",
      engine: .program("/opt/engine"), engineKey: "/key", language: "de", model: "large-v3",
      retention: Settings.Retention(memoDays: 365, trashDays: 30), theme: .light,
      vocabulary: ["Zoë", "budget line"])
    #expect(try decoded(encoded(settings)) == settings)
    #expect(
      try encoded(settings) == """
        {"assistant":"https://host/v1","assistantKey":"/key2","assistantModel":"gemma",\
        "engine":"/opt/engine","engineKey":"/key","language":"de","model":"large-v3",\
        "retention":{"memoDays":365,"trashDays":30},"theme":"light",\
        "vocabulary":["Zoë","budget line"]}
        """)
  }

  @Test("The quality is the beam size, and one of a newer version counts as fast")
  func quality() throws {
    let settings = try decoded(#"{"quality": "best"}"#)
    #expect(settings.transcription.beamSize == 5)
    #expect(try decoded(encoded(settings)) == settings)
    #expect(try decoded(#"{"quality": "perfect"}"#).transcription.beamSize == 1)
    #expect(!(try encoded(Settings()).contains("quality")))
  }

  @Test("Values of newer versions are preserved by changes")
  func newerVersion() throws {
    var settings = try decoded(
      #"""
      {"theme": "solarized", "sound": {"gain": 1.5, "on": true, "steps": [1, "a", null]},
       "retention": {"memoDays": 9, "drafts": 3}}
      """#)
    #expect(settings.theme == .other("solarized"))
    settings.language = "fr"
    settings.retention.memoDays = nil
    #expect(
      try encoded(settings) == #"""
        {"engine":"whisper","language":"fr","retention":{"drafts":3},\#
        "sound":{"gain":1.5,"on":true,"steps":[1,"a",null]},"theme":"solarized","vocabulary":[]}
        """#)
  }

  @Test(
    "An ambiguous value is an error",
    arguments: [
      #"{"retention": {"memoDays": 0}}"#, #"{"retention": {"trashDays": -1}}"#,
      #"{"retention": {"memoDays": 100000}}"#, #"{"vocabulary": 5}"#, #"{"theme": 1}"#, "[]",
      #"{"retention": {"memoDays": 1.5}}"#,
    ])
  func wrong(json: String) {
    #expect(throws: DecodingError.self) { try decoded(json) }
  }

  @Test("Vocabulary is split at commas, trimmed and deduplicated")
  func vocabulary() {
    var settings = Settings(vocabulary: [" Zoë ", "", "Marta, pier", "Zoë"])
    #expect(settings.vocabulary == ["Zoë", "Marta", "pier"])
    settings.vocabulary.append("pier\nrope")
    #expect(settings.vocabulary == ["Zoë", "Marta", "pier", "rope"])
    #expect(settings.transcription.vocabulary == "Zoë, Marta, pier, rope")
    settings.vocabulary = []
    #expect(settings.transcription.vocabulary == nil)
  }

  @Test("A blank language or model is unset")
  func blanks() {
    var settings = Settings(language: " EN ", model: "  ")
    #expect(settings.language == "en")
    #expect(settings.model == nil)
    settings.language = ""
    #expect(settings.language == nil)
    #expect(settings.transcription == TranscriptionSettings(beamSize: 1))
  }

  @Test("Days are clamped to their range")
  func days() {
    var retention = Settings.Retention(memoDays: 0, trashDays: .max)
    #expect(retention.memoDays == 1)
    #expect(retention.trashDays == 36_500)
    retention.trashDays = -7
    #expect(retention.trashDays == 1)
  }
}
