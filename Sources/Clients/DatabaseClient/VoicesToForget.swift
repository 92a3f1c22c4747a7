public import SharedModels

public enum VoiceErasure: Equatable, Sendable {
  case nothing
  case complete
  /// Deleted, but a file keeps it while another program reads, or a server until it vacuums.
  case waiting
}

/// Finds the traces of one voice, or of all. Likely names such as `Anna?` and matching voices of
/// unnamed speakers go, too. A speaker with another name keeps the voice: the user chose that name.
public struct VoicesToForget: Sendable {
  private let name: String?
  private let voices: [Voice]

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

  public func includes(rememberedAs other: String) -> Bool {
    name.map(other.isSameName) ?? true
  }

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
