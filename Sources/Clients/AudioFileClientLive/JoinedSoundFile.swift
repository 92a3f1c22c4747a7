import POSIX
import SharedModels

/// Several FLAC or AU files in one, of which libsndfile reads the first only.
final class JoinedSoundFile: FileSource {
  let channelCount: Int
  let sampleRate: Int
  private var current: SoundFile
  private let descriptor: Descriptor
  private var next = 1
  private let parts: [Part]

  private struct Part {
    let frameCount: Int
    let range: Range<Int>
  }

  /// A small file can have millions of empty parts.
  private static let mostParts = 10_000

  init(_ file: borrowing InputFile, _ ranges: [Range<Int>]) throws {
    guard ranges.count <= Self.mostParts
    else { throw SoundFile.Failure() }
    var parts: [Part] = []
    var first: SoundFile?
    for range in ranges {
      let sound = try SoundFile(file.descriptor, range)
      let original = first ?? sound
      guard let frameCount = sound.declaredFrameCount,
        sound.channelCount == original.channelCount, sound.sampleRate == original.sampleRate
      else { throw SoundFile.Failure() }
      parts.append(Part(frameCount: frameCount, range: range))
      first = original
    }
    guard let first
    else { throw SoundFile.Failure() }
    channelCount = first.channelCount
    current = first
    descriptor = try file.descriptor.duplicate()
    self.parts = parts
    sampleRate = first.sampleRate
  }

  var mayContainInvalidSamples: Bool { current.mayContainInvalidSamples }

  var declaredFrameCount: Int? { parts.reduce(0) { $0 + $1.frameCount } }

  var expectedFrameCount: Int? { declaredFrameCount }

  func seek(toFrame frame: Int) -> Bool {
    var start = 0
    for (index, part) in parts.enumerated() {
      if frame < start + part.frameCount {
        return (try? open(index)) != nil && current.seek(toFrame: frame - start)
      }
      start += part.frameCount
    }
    return false
  }

  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    while true {
      let count = try current.read(frameCount, into: buffer, cancellation)
      if count > 0 || next == parts.count { return count }
      try open(next)
    }
  }

  private func open(_ index: Int) throws {
    current = try SoundFile(descriptor, parts[index].range)
    next = index + 1
  }
}

extension JoinedSoundFile {
  /// Finds the parts. Reads all of a FLAC file, once as long as it is unchanged: its header declares
  /// no size, and of two parts of equal length, the last frame is that of either.
  static func ranges(
    of file: borrowing InputFile, _ format: AudioFormat?, _ cancellation: CancellationSignal
  ) throws -> [Range<Int>] {
    let key = FileKey(file, "")
    if let known = knownRanges.withLock({ $0[key] }) { return known }
    let starts =
      switch format {
      case .flac?: try flacStarts(in: file, cancellation)
      case MediaKind.au?: try auStarts(in: file, cancellation)
      default: [Int]()
      }
    let ends = starts.dropFirst() + [file.byteCount]
    let ranges = zip([0] + starts.dropFirst(), ends).map { $0..<$1 }
    knownRanges.withLock {
      if $0.count >= 1_000 { $0.removeAll() }
      $0[key] = ranges
    }
    return ranges
  }

  private static let knownRanges = Mutex<[FileKey: [Range<Int>]]>([:])

  private static func flacStarts(
    in file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> [Int] {
    // The header of STREAMINFO, which always comes first, with its length.
    let rest: [UInt8] = [0, 0, 34]
    var starts: [Int] = []
    var offset = 0
    while starts.count <= mostParts,
      let place = try file.firstPlace(of: Array("fLaC".utf8), from: offset, cancellation)
    {
      offset = place + 4
      let header = try file.descriptor.read(upTo: 4, at: offset)
      if header.first.map({ $0 & 0x7F }) == 0, header.dropFirst().elementsEqual(rest) {
        starts.append(place)
      }
    }
    return starts
  }

  /// The header has the places of the first byte of the samples and of their end.
  private static func auStarts(
    in file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> [Int] {
    var starts: [Int] = []
    var offset = 0
    while starts.count <= mostParts {
      try cancellation.check()
      let head = try file.descriptor.read(upTo: 12, at: offset)
      func number(_ start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      guard head.count == 12, head.starts(with: ".snd".utf8), number(4) >= 24
      else { break }
      starts.append(offset)
      offset += number(4) + number(8)
    }
    return starts
  }
}
