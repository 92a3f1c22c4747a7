import Foundation
import SharedModels

extension MemoryLibrary {
  mutating func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    guard let recording = transcriptions.first(where: { $0.value.id == id })?.key
    else { throw DatabaseError.notFound("the transcript") }
    guard transcriptions[recording]?.apply(edit.recognizing(Array(voices.values))) == true
    else { throw conflict(ofTextOf: recording) }
  }

  mutating func rememberVoice(
    of speaker: Speaker.ID, in id: Transcription.ID, named name: String, at date: Date
  ) throws -> Bool {
    guard let speaker = transcriptions.values.first(where: { $0.id == id })?.speaker(speaker)
    else { throw DatabaseError.noSpeaker(speaker, in: id) }
    guard let voice = speaker.voice
    else { return false }
    voices = voices.filter { !$0.key.isSameName(as: name) }
    voices[name] = RememberedVoice(name: name, voice: voice, createdAt: date)
    return true
  }

  mutating func forgetVoices(of name: String?) -> VoiceErasure {
    let wanted = VoicesToForget(
      of: name, remembered: Array(voices.values),
      speakers: recordings.flatMap { allTranscriptions(of: $0.id) }.flatMap(\.speakers))
    let count = voices.count
    voices = voices.filter { !wanted.includes(rememberedAs: $0.key) }
    var hasForgotten = voices.count < count
    func erased(_ transcription: Transcription) -> Transcription {
      var transcription = transcription
      for (index, speaker) in transcription.speakers.enumerated() {
        guard let erased = wanted.erased(from: speaker)
        else { continue }
        transcription.speakers[index] = erased
        hasForgotten = true
      }
      return transcription
    }
    transcriptions = transcriptions.mapValues(erased)
    earlierTranscriptions = earlierTranscriptions.mapValues { $0.map(erased) }
    return hasForgotten ? .complete : .nothing
  }
}
