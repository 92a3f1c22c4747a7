import AudioFileClient
import POSIX

extension FFmpeg {
  func track(
    _ number: Int?, of tracks: [Stream], in file: borrowing InputFile, isChained: Bool,
    path: String, _ cancellation: CancellationSignal
  ) throws -> Stream {
    guard !tracks.isEmpty
    else { throw AudioFileError.empty(path: path) }
    var tracks = tracks
    for index in tracks.indices {
      tracks[index].hasOtherTracks = tracks.count > 1
      tracks[index].isChained = isChained
    }
    if let number {
      guard let track = tracks.first(where: { $0.track == number })
      else { throw AudioFileError.noTrack(path: path, count: tracks.count) }
      return track
    }
    let decodable = tracks.filter { $0.codec == .decodable && $0.isReadable }
    guard decodable.count > 1
    else { return decodable.first ?? tracks.first { $0.codec != .unknown } ?? tracks[0] }
    let key = FileKey(file, ffprobe)
    if let known = Self.chosenTracks.withLock({ $0[key] }),
      let track = decodable.first(where: { $0.track == known })
    {
      return track
    }
    let track = try firstWithSound(of: decodable, in: file, cancellation) ?? decodable[0]
    Self.chosenTracks.withLock { $0[key] = track.track }
    return track
  }

  /// A silent track is decoded whole, so the choice is kept for as long as the file is unchanged.
  private static let chosenTracks = Mutex<[FileKey: Int]>([:])

  private func firstWithSound(
    of tracks: [Stream], in file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> Stream? {
    for track in tracks {
      if try hasSound(track, in: file, cancellation) { return track }
    }
    return nil
  }

  private func hasSound(
    _ track: Stream, in file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> Bool {
    let source = try decode(track, of: file, startingAt: .zero, failure: .notAudio(path: ""))
    let capacity = source.chunkCapacity
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: capacity * track.channelCount)
    defer { buffer.deallocate() }
    guard let base = buffer.baseAddress
    else { return false }
    do {
      while true {
        let count = try source.read(capacity, into: base, cancellation)
        if count == 0 { return false }
        // -60 dB: encoders add a little noise to silence, and the quietest speech is louder.
        if buffer.prefix(count * track.channelCount).contains(where: { $0.magnitude > 0.001 }) {
          return true
        }
      }
    } catch is AudioFileError {
      return false
    }
  }
}

extension Media {
  static func checkOnlyTrack(_ number: Int?, path: String) throws {
    guard number ?? 1 == 1
    else { throw AudioFileError.noTrack(path: path, count: 1) }
  }
}
