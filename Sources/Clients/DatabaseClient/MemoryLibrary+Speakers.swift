import SharedModels

extension MemoryLibrary {
  mutating func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    let name = "transcript \(id.rawValue.uuidString.lowercased())"
    guard let recording = transcriptions.first(where: { $0.value.id == id })?.key
    else { throw DatabaseError.notFound(name) }
    guard transcriptions[recording]?.apply(edit) == true
    else { throw DatabaseError.changedMeanwhile(name) }
  }

  mutating func forgetVoice(named name: String) -> Bool {
    var hasForgotten = voices.removeValue(forKey: name) != nil
    for (recording, transcription) in transcriptions {
      for (index, speaker) in transcription.speakers.enumerated()
      where speaker.name == name && speaker.voice != nil {
        transcriptions[recording]?.speakers[index].voice = nil
        hasForgotten = true
      }
    }
    return hasForgotten
  }
}
