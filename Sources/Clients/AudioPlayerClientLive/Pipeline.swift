import AudioFileClient
import Foundation

final class Pipeline {
  let channelCount: Int
  let sampleRate: Int
  private let feed: SoundFeed
  private var hasEnded = false
  private var map = TimeMap()
  private var outputFrames = 0
  private var pending: [Float] = []
  private var placed: [(input: Int, source: Int)] = []
  private var position: Int
  private var skipper: SilenceSkipper?
  private var stretcher: Stretcher?

  init(_ sound: DecodedAudio, startingAt time: TimeInterval) {
    channelCount = sound.channelCount
    sampleRate = sound.sampleRate
    feed = SoundFeed(sound)
    position = Int((time * Double(sound.sampleRate)).rounded())
  }

  deinit { feed.close() }

  /// Limited to what was decoded, since the stretcher can produce slightly more.
  func time(at output: Double) -> TimeInterval? {
    map.source(at: output).map { min($0, Double(position) / Double(sampleRate)) }
  }

  var isDone: Bool { hasEnded && pending.isEmpty }

  func output(_ frames: Int, _ request: PlaybackControl.Request) throws -> ArraySlice<Float> {
    let count = frames * channelCount
    while pending.count < count, !hasEnded {
      switch feed.next() {
      case .wait:
        return dequeue(count)
      case .failed(let error):
        throw error
      case .ended:
        hasEnded = true
        for piece in skipper?.finish() ?? [] { add(piece, request.speed) }
        endStretch()
      case .chunk(let samples):
        add(samples, request)
      }
    }
    return dequeue(count)
  }

  private func dequeue(_ count: Int) -> ArraySlice<Float> {
    let output = pending.prefix(count)
    pending = Array(pending.dropFirst(output.count))
    return output
  }

  private func add(_ samples: [Float], _ request: PlaybackControl.Request) {
    if request.skipsSilence, skipper == nil, let limit = request.silenceLimit {
      skipper = SilenceSkipper(
        channelCount: channelCount, sampleRate: sampleRate, startingAt: position, below: limit)
    } else if !request.skipsSilence, var last = skipper {
      for piece in last.finish() { add(piece, request.speed) }
      skipper = nil
    }
    if skipper != nil {
      for piece in skipper?.pieces(of: samples) ?? [] { add(piece, request.speed) }
    } else {
      // Short pieces keep the time marks close together.
      let width = max(1, sampleRate / 100) * channelCount
      var start = position
      for offset in stride(from: 0, to: samples.count, by: width) {
        let part = Array(samples[offset..<min(offset + width, samples.count)])
        add(SilenceSkipper.Piece(start: start, samples: part), request.speed)
        start += part.count / channelCount
      }
    }
    position += samples.count / channelCount
  }

  private func add(_ piece: SilenceSkipper.Piece, _ speed: Double) {
    if let stretcher, stretcher.speed != speed { endStretch() }
    guard speed != 1
    else {
      enqueue(piece.samples, source: Double(piece.start), rate: 1)
      return
    }
    if stretcher == nil {
      stretcher = Stretcher(sampleRate: sampleRate, channelCount: channelCount, speed: speed)
    }
    guard let stretcher
    else { return }
    placed.append((stretcher.inputFrames, piece.start))
    let source = source(ofInput: stretcher.inputFrameOfOutput)
    let output = stretcher.output(after: piece.samples)
    enqueue(output, source: source, rate: speed)
  }

  private func endStretch() {
    guard let stretcher
    else { return }
    let source = source(ofInput: stretcher.inputFrameOfOutput)
    enqueue(stretcher.finish(), source: source, rate: stretcher.speed)
    self.stretcher = nil
    placed = []
  }

  private func source(ofInput frame: Double) -> Double {
    while placed.count > 1, Double(placed[1].input) <= frame { placed.removeFirst() }
    guard let place = placed.first
    else { return Double(position) }
    return Double(place.source) + frame - Double(place.input)
  }

  private func enqueue(_ samples: [Float], source: Double, rate: Double) {
    guard !samples.isEmpty
    else { return }
    map.mark(
      output: Double(outputFrames) / Double(sampleRate), source: source / Double(sampleRate),
      rate: rate)
    outputFrames += samples.count / channelCount
    pending += samples
  }
}
