import Foundation

/// Some minutes of speech, as a file and as loudness over time.
struct Memo {
  static let rate = 16_000

  let loudness: Loudness
  let seconds: Double
  let url: URL
  private let room: Room

  struct NoSpeech: Error, CustomStringConvertible {
    let description: String
  }

  /// Joins the files of a folder, repeating them until they are long enough.
  init(folder: URL, seconds: Double) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".wav") }.sorted()
    let pieces = try names.map { try Data(contentsOf: folder.appending(path: $0)) }
      .compactMap(Self.samples)
    guard !pieces.isEmpty
    else { throw NoSpeech(description: "no 16 kHz mono WAV files in \(folder.path)") }
    var samples = Data()
    while Double(samples.count) < seconds * Double(2 * Self.rate) {
      pieces.forEach { samples += $0 }
    }
    room = try Room()
    url = room.url.appending(path: "memo.wav")
    try (Self.header(byteCount: samples.count) + samples).write(to: url)
    self.seconds = Double(samples.count) / Double(2 * Self.rate)
    loudness = samples.withUnsafeBytes { bytes in
      Loudness(
        bytes.bindMemory(to: Int16.self).map { Float($0) / 32_768 }, rate: Double(Self.rate))
    }
  }

  /// Returns a file's samples, if it has the expected format and a header of 44 bytes.
  private static func samples(_ file: Data) -> Data? {
    let form: [UInt8] = [1, 0, 1, 0, 0x80, 0x3e, 0, 0]
    guard file.count > 44, file[20..<28].elementsEqual(form),
      file[36..<40].elementsEqual(Array("data".utf8))
    else { return nil }
    return file.dropFirst(44).prefix((file.count - 44) / 2 * 2)
  }

  private static func header(byteCount: Int) -> Data {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var header = Data("RIFF".utf8) + bytes(36 + byteCount, 4) + Data("WAVEfmt ".utf8)
    header += bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4)
    return header + bytes(2, 2) + bytes(16, 2) + Data("data".utf8) + bytes(byteCount, 4)
  }
}

/// The loudness of any range of audio.
struct Loudness {
  private let rate: Double
  /// The cumulative energy before each sample.
  private let energy: [Double]

  init(_ samples: [Float], rate: Double) {
    self.rate = rate
    var sum = 0.0
    energy =
      [0]
      + samples.map { sample in
        sum += Double(sample) * Double(sample)
        return sum
      }
  }

  var seconds: Double { Double(energy.count - 1) / rate }

  /// Returns the loudness of `count` consecutive ranges of equal length.
  func course(from start: Double, width: Double, count: Int) -> [Double] {
    var before = energyUntil(start)
    return (1...count).map { index in
      let after = energyUntil(start + Double(index) * width)
      defer { before = after }
      return ((after - before) / (width * rate)).squareRoot()
    }
  }

  private func energyUntil(_ time: Double) -> Double {
    let place = min(max(time * rate, 0), Double(energy.count - 1))
    let index = Int(place)
    guard index + 1 < energy.count
    else { return energy[index] }
    return energy[index] + (place - Double(index)) * (energy[index + 1] - energy[index])
  }
}
