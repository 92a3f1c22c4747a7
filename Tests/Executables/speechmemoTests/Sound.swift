import Foundation

/// WAV files, 16 bits a sample.
enum Sound {
  /// - Parameter claimedFrames: The number of frames in the header, if it is wrong.
  static func wav(
    rate: Int = 16_000, channels: Int = 1, frames: Int, claimedFrames: Int? = nil,
    sample: (Int) -> Int16
  ) -> Data {
    var data = header(rate: rate, channels: channels, frames: claimedFrames ?? frames)
    data.reserveCapacity(data.count + frames * channels * 2)
    for frame in 0..<frames {
      let value = UInt16(bitPattern: sample(frame))
      for _ in 0..<channels {
        data.append(UInt8(value & 0xff))
        data.append(UInt8(value >> 8))
      }
    }
    return data
  }

  static func header(rate: Int, channels: Int, frames: Int) -> Data {
    let byteCount = frames * channels * 2
    func bytes(_ value: Int, _ count: Int) -> Data {
      Data((0..<count).map { UInt8(value >> (8 * $0) & 0xff) })
    }
    return Data("RIFF".utf8) + bytes(36 + byteCount, 4) + Data("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * channels * 2, 4)
      + bytes(channels * 2, 2) + bytes(16, 2) + Data("data".utf8) + bytes(byteCount, 4)
  }

  /// A tone whose bytes differ from those of other pitches.
  static func tone(
    _ pitch: Int = 440, seconds: Double = 1, rate: Int = 16_000, channels: Int = 1
  ) -> Data {
    wav(rate: rate, channels: channels, frames: Int(seconds * Double(rate))) {
      Int16(12_000 * sin(2 * .pi * Double($0 * pitch) / Double(rate)))
    }
  }

  static func silence(seconds: Double) -> Data {
    wav(frames: Int(seconds * 16_000)) { _ in 0 }
  }

  /// White noise, the same in each run.
  static func noise(seconds: Double) -> Data {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    return wav(frames: Int(seconds * 16_000)) { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int16(truncatingIfNeeded: state) / 8
    }
  }
}
