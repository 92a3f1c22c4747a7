public import SharedModels

/// What became of voices that were to be forgotten.
public enum VoiceErasure: Equatable, Sendable {
  /// Nothing of them was kept.
  case nothing
  /// Nothing of them is left in the library's files.
  case complete
  /// The library knows nothing of them any more. A file of it still has what was written before,
  /// because another program is reading, and it is overwritten as soon as one that uses the library
  /// can; or because a database server keeps it until it clears away.
  case waiting
}

/// Somebody's voice, or everybody's, wherever a library may have a trace of it.
///
/// Who is forgotten may be called otherwise where nobody was asked: `Anna?` is only likely her, and
/// of a speaker without a name the voice alone is known. Both go. Who has another name keeps theirs:
/// a person has said that it is somebody else.
public struct VoicesToForget: Sendable {
  private let name: String?
  private let voices: [Voice]

  /// - Parameters:
  ///   - name: Whose voice, however it is spelled; `nil` for all.
  ///   - remembered: The voices that a person had remembered.
  ///   - speakers: Who speaks in transcripts.
  public init(
    of name: String?, remembered: [RememberedVoice], speakers: some Sequence<Speaker>
  ) {
    self.name = name
    guard let name
    else {
      voices = []
      return
    }
    voices =
      remembered.filter { $0.name.isSameName(as: name) }.map(\.voice)
      + speakers.compactMap { $0.name?.isSameName(as: name) == true ? $0.voice : nil }
  }

  /// Whether it is one of them that was remembered by that name.
  public func includes(rememberedAs other: String) -> Bool {
    name.map(other.isSameName) ?? true
  }

  /// The speaker without a trace of them; `nil` where there is none.
  public func erased(from speaker: Speaker) -> Speaker? {
    var erased = speaker
    if speaker.likelyName.map(includes(rememberedAs:)) == true {
      erased.likelyName = nil
      erased.voice = nil
    }
    if let voice = speaker.voice, isTheirs(voice, of: speaker) { erased.voice = nil }
    return erased == speaker ? nil : erased
  }

  private func isTheirs(_ voice: Voice, of speaker: Speaker) -> Bool {
    guard name != nil
    else { return true }
    return speaker.name.map(includes(rememberedAs:)) ?? voices.contains { $0.isSame(as: voice) }
  }
}
