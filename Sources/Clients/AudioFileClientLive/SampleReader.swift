import AudioFileClient
import Foundation

final class SampleReader {
  private var hasProducedSamples = false
  private let searchPath: String
  private let start: Duration
  private let url: URL
  private var state = State.unopened

  private enum State {
    case unopened
    case reading(MonoReader, Resampling?)
    case ended
  }

  init(_ url: URL, startingAt start: Duration, searchPath: String) {
    self.searchPath = searchPath
    self.start = max(.zero, start)
    self.url = url
  }

  /// About four seconds: short enough to start fast, long enough to make handing over cheap.
  private static let chunkLength = 1 << 16

  func next(_ cancellation: CancellationSignal) throws -> [Float]? {
    if case .unopened = state { state = try open(cancellation) }
    guard case .reading(let reader, let resampling) = state
    else { return nil }
    let chunk = try [Float](unsafeUninitializedCapacity: Self.chunkLength) { chunk, filled in
      while filled < chunk.count {
        let rest = UnsafeMutableBufferPointer(rebasing: chunk[filled...])
        guard let base = rest.baseAddress
        else { break }
        let count =
          try resampling?.read(reader, into: rest, cancellation)
          ?? reader.read(rest.count, into: base, cancellation)
        if count == 0 { break }
        filled += count
      }
    }
    guard chunk.isEmpty
    else {
      hasProducedSamples = true
      return chunk
    }
    state = .ended
    guard hasProducedSamples || start > .zero
    else { throw AudioFileError.empty(path: url.displayPath) }
    return nil
  }

  private func open(_ cancellation: CancellationSignal) throws -> State {
    let media = try Media(url, searchPath: searchPath, cancellation)
    guard let source = try media.source(startingAt: start)
    else { return .ended }
    let reader = MonoReader(source)
    if source.sampleRate == AudioSamples.sampleRate { return .reading(reader, nil) }
    guard let resampler = Resampler(sampleRate: source.sampleRate)
    else { throw AudioFileError.damaged(path: url.displayPath, format: media.format.rawValue) }
    return .reading(reader, Resampling(resampler, capacity: reader.capacity))
  }
}

private final class Resampling {
  private var ended = false
  private let input: UnsafeMutableBufferPointer<Float>
  private var pending: Range<Int> = 0..<0
  private let resampler: Resampler

  init(_ resampler: Resampler, capacity: Int) {
    input = .allocate(capacity: capacity)
    self.resampler = resampler
  }

  deinit { input.deallocate() }

  func read(
    _ reader: MonoReader, into output: UnsafeMutableBufferPointer<Float>,
    _ cancellation: CancellationSignal
  ) throws -> Int {
    while true {
      if pending.isEmpty, !ended, let base = input.baseAddress {
        pending = 0..<(try reader.read(input.count, into: base, cancellation))
        ended = pending.isEmpty
      }
      let source = ended ? nil : UnsafeBufferPointer(rebasing: input[pending])
      let (taken, given) = resampler.process(source, into: output)
      pending = (pending.lowerBound + taken)..<pending.upperBound
      if given > 0 || ended { return given }
    }
  }
}
