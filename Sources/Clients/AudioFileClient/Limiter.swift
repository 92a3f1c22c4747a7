/// Applies a gain and lowers it around peaks, so that no sample exceeds ±1.
package struct Limiter: Sendable {
  /// In samples of all channels.
  private let frameLength: Int
  private var last: Float?

  /// Frames are a twentieth of a second.
  package init(channelCount: Int = 1, sampleRate: Int = AudioSamples.sampleRate) {
    frameLength = max(1, sampleRate / 20) * channelCount
  }

  /// `samples` are finite and interleaved. The gain falls before a peak in `next`, if known.
  package mutating func apply(
    _ gain: Float = 1, to samples: [Float], followedBy next: [Float]? = nil
  ) -> [Float] {
    var limits = stride(from: 0, to: samples.count, by: frameLength).map { start in
      limit(samples[start..<min(start + frameLength, samples.count)], gain)
    }
    guard let first = limits.first, let end = limits.last
    else { return samples }
    limits.append(next.map { limit($0.prefix(frameLength), gain) } ?? end)
    var start = min(last ?? first, first)
    guard start != 1 || limits.contains(where: { $0 != 1 })
    else {
      last = 1
      return samples
    }
    var result = samples
    for (index, (own, following)) in zip(limits, limits.dropFirst()).enumerated() {
      let place = index * frameLength
      let count = min(frameLength, samples.count - place)
      let end = min(own, following)
      let step = (end - start) / Float(count)
      for i in 0..<count {
        let sample = samples[place + i] * (start + step * Float(i))
        result[place + i] = min(max(sample, -1), 1)
      }
      start = end
    }
    last = start
    return result
  }

  private func limit(_ samples: ArraySlice<Float>, _ gain: Float) -> Float {
    var peak: Float = 0
    for sample in samples where sample.magnitude > peak { peak = sample.magnitude }
    return peak * gain > 1 ? 1 / peak : gain
  }
}
