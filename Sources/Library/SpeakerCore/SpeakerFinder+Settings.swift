import AudioFileClient
import Dependencies
public import Foundation
public import SharedModels
import Tagged

extension TranscriptionSettings {
  public func mayHaveSpeakers(of audio: AudioFile) -> Bool {
    speakers != nil || channels ?? (audio.channelCount == 2)
  }
}

extension SpeakerFinder {
  /// Returns `true` if the audio has two channels, each with a speaker, who rarely speak at once.
  public func channelsAreSpeakers(in file: URL) async throws -> Bool {
    try await levels(of: file)?.areSpeakers ?? false
  }

  /// Sets a new transcript's speakers by voice or channel. Returns whether there are any.
  public func setSpeakers(
    of transcription: inout Transcription, audio file: URL, duration: Duration,
    _ settings: TranscriptionSettings, knownVoices known: [NamedVoice] = []
  ) async throws -> Bool {
    guard !transcription.words.isEmpty
    else { return false }
    if let speakers = settings.speakers {
      try await detectSpeakers(
        in: &transcription, audio: file, duration: duration, speakers, knownVoices: known)
      return true
    }
    guard settings.channels != false
    else { return false }
    let isRequested = settings.channels == true
    guard let levels = try await levels(of: file)
    else {
      if isRequested { throw SpeakerProblem.noChannels }
      return false
    }
    guard isRequested || levels.areSpeakers
    else { return false }
    let channels = levels.channels(
      of: transcription.words.map { $0.start..<max($0.start, $0.end) })
    let order = channels.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    try replaceSpeakers(
      of: &transcription, with: order.indices.map { Speaker(id: Speaker.ID($0)) },
      words: channels.map { order.firstIndex(of: $0) })
    return true
  }

  private func levels(of file: URL) async throws -> ChannelLevels? {
    @Dependency(\.audioFile) var audioFile
    let levels = try await ChannelLevels(audioFile.listen(url: file, startingAt: .zero))
    // The stream of a canceled task ends like a shorter file's.
    try Task.checkCancellation()
    return levels
  }
}
