/// Mixes channels to one. Inverts a channel that would cancel the others, as after a swapped wire.
struct ChannelMixer {
  private let channelCount: Int
  private let fadeLength: Int
  /// Differences over half a millisecond suppress a hum or offset, which would hide cancellation.
  private let lag: Int
  private var signs: [Float]

  /// In frames. Short, because a change of polarity within a block can cancel the block.
  let blockLength: Int

  init(channelCount: Int, sampleRate: Int) {
    self.channelCount = channelCount
    blockLength = max(1_024, sampleRate / 4)
    fadeLength = max(1, sampleRate / 100)
    lag = max(1, sampleRate / 2_000)
    signs = Array(repeating: 1, count: channelCount)
  }

  mutating func mix(
    _ frames: UnsafePointer<Float>, _ count: Int, into mono: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count { mono[i] = frames[i &* channelCount] }
    for channel in 1..<channelCount {
      let former = signs[channel]
      if cancels(channel, of: frames, count, mono) { signs[channel] = -former }
      let sign = signs[channel]
      let fade = sign == former ? 0 : min(fadeLength, count)
      for i in 0..<fade {
        let weight = former + (sign - former) * Float(i) / Float(fade)
        mono[i] += weight * frames[i &* channelCount &+ channel]
      }
      for i in fade..<count { mono[i] += sign * frames[i &* channelCount &+ channel] }
    }
    let scale = 1 / Float(channelCount)
    for i in 0..<count { mono[i] *= scale }
  }

  private func cancels(
    _ channel: Int, of frames: UnsafePointer<Float>, _ count: Int, _ mono: UnsafePointer<Float>
  ) -> Bool {
    guard count > lag
    else { return false }
    var (cross, power, mixPower): (Float, Float, Float) = (0, 0, 0)
    for i in lag..<count {
      let own =
        frames[i &* channelCount &+ channel] - frames[(i &- lag) &* channelCount &+ channel]
      let mixed = mono[i] - mono[i &- lag]
      cross += own * mixed
      power += own * own
      mixPower += mixed * mixed
    }
    return signs[channel] * cross < -0.5 * (power * mixPower).squareRoot()
  }
}
