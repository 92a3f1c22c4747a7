import Foundation
import TestPrograms
import Testing

/// A format that ffmpeg writes, as a row of the table of containers and faults.
struct ContainerRow: CustomTestStringConvertible, Sendable {
  let name: String
  let options: [String]
  /// Whether its times can be compared with those of ffmpeg.
  private(set) var hasClock: Bool
  /// Whether a file that was cut is known to be truncated.
  let isCutNoticed: Bool
  /// ffmpeg itself is wrong: it drops the delay of late audio in MPEG, a part of joined FLAC, and all
  /// but the first part of W64.
  let isWrongInFFmpeg: Bool
  /// How many of two joined files are read. Most formats that declare their length end there.
  let joinedParts: Int

  init(
    _ name: String, _ options: String = "", hasClock: Bool = true, isCutNoticed: Bool = false,
    isWrongInFFmpeg: Bool = false, joinedParts: Int = 1
  ) {
    self.name = name
    self.options = options.split(separator: " ").map(String.init)
    self.hasClock = hasClock
    self.isCutNoticed = isCutNoticed
    self.isWrongInFFmpeg = isWrongInFFmpeg
    self.joinedParts = joinedParts
  }

  var testDescription: String { name }

  /// The row of a file whose clock starts again.
  var withoutClock: Self {
    var row = self
    row.hasClock = false
    return row
  }

  static let all: [Self] = [
    Self("a.wav", "-c:a pcm_s16le", isCutNoticed: true),
    Self("ima.wav", "-c:a adpcm_ima_wav", isCutNoticed: true),
    Self("rf64.wav", "-rf64 always"),
    Self("a.w64", isWrongInFFmpeg: true, joinedParts: 2),
    Self("a.aiff", isCutNoticed: true),
    Self("a.au", joinedParts: 2),
    Self("a.caf"),
    Self("a.flac", isCutNoticed: true, isWrongInFFmpeg: true, joinedParts: 2),
    Self("vorbis.ogg", "-c:a libvorbis", joinedParts: 2),
    Self("a.opus", isCutNoticed: true, joinedParts: 2),
    Self("flac.ogg", "-c:a flac", joinedParts: 2),
    Self("speex.ogg", "-c:a libspeex -ar 16000", joinedParts: 2),
    Self("a.mp3", isCutNoticed: true, joinedParts: 2),
    Self("vbr.mp3", "-q:a 4 -write_xing 0", joinedParts: 2),
    Self("a.mp2", joinedParts: 2),
    Self("a.aac", joinedParts: 2),
    Self("a.m4a"),
    Self("alac.m4a", "-c:a alac"),
    Self("fast.m4a", "-movflags faststart", isCutNoticed: true),
    Self("fragments.mp4", "-c:a aac -movflags frag_keyframe+empty_moov", isCutNoticed: true),
    Self("a.mov", "-c:a aac"),
    Self("a.3gp", "-c:a aac -ar 16000"),
    Self("a.webm", "-c:a libopus", isCutNoticed: true, joinedParts: 2),
    Self("aac.mkv", "-c:a aac", isCutNoticed: true, joinedParts: 2),
    Self("flac.mkv", "-c:a flac", isCutNoticed: true, joinedParts: 2),
    Self("pcm.mkv", "-c:a pcm_s16le", isCutNoticed: true, joinedParts: 2),
    Self("a.avi", "-c:a pcm_s16le", joinedParts: 2),
    Self("a.flv", "-c:a aac -ar 44100", isCutNoticed: true),
    Self("a.ts", "-c:a aac", joinedParts: 2),
    Self("a.mpg", "-c:a mp2", joinedParts: 2),
    Self("a.wma"),
    Self("a.ac3", joinedParts: 2),
    Self("a.eac3", joinedParts: 2),
    Self("a.dts", "-strict -2", joinedParts: 2),
    Self("a.rm", "-c:a real_144 -ar 8000", hasClock: false),
    Self("a.tta", isCutNoticed: true),
    Self("a.wv", isCutNoticed: true),
  ]
}

struct ContainerFile {
  let bytes: [UInt8]
  /// The length that ffmpeg decodes, with its own filter for gaps.
  let seconds: Double
}

/// The files of each fault, made and decoded once, each by one run of ffmpeg.
enum ContainerFiles {
  typealias Files = Result<[String: ContainerFile], any Error>

  private static let video = ["-f", "lavfi", "-i", "testsrc=d=3:s=64x64"]

  static let whole = files(ContainerRow.all) { ["-i", $0] }

  static let late = files(ContainerRow.late, each: ["-map", "0", "-map", "1"]) {
    video + ["-itsoffset", "1.2", "-i", $0]
  }

  static let offset = files(ContainerRow.offset) { ["-itsoffset", "1.2", "-i", $0] }

  static let gaps = files(
    ContainerRow.gaps, each: ["-af", "asetpts=PTS+if(gt(T\\,1)\\,1.5/TB\\,0)"]
  ) {
    ["-i", $0]
  }

  static let tracks = files(
    ContainerRow.tracks, each: ["-map", "0", "-map", "1", "-map", "2"]
  ) {
    ["-i", $0, "-f", "lavfi", "-i", "sine=2500:d=3"] + video
  }

  static let audioTracks = files(ContainerRow.audioTracks, each: ["-map", "0", "-map", "1"]) {
    ["-i", $0, "-f", "lavfi", "-i", "sine=2500:d=3"]
  }

  static let layouts = files(ContainerRow.layouts) { ["-i", $0] }

  /// Two of each whole file in one.
  static let joined = Files {
    let folder = try TestFolder()
    let rows = ContainerRow.all.filter(\.hasClock)
    let contents = try rows.map { row in
      let bytes = try #require(try ContainerFiles.whole.get()[row.name]).bytes
      return bytes + bytes
    }
    let seconds = try decodedSeconds(
      zip(rows, contents).map { ($0.withoutClock, try folder.file($0.name, $1)) })
    return Dictionary(
      uniqueKeysWithValues: rows.indices.map {
        (rows[$0].name, ContainerFile(bytes: contents[$0], seconds: seconds[$0]))
      })
  }

  private static func files(
    _ rows: [ContainerRow], each: [String] = [], input: (String) -> [String]
  ) -> Files {
    Files {
      let folder = try TestFolder()
      let source = try folder.file(
        "source.wav", Wave(sampleRate: 48_000, samples: SpokenWord.signal(rate: 48_000)).bytes)
      let files = rows.map { folder.url.appending(path: $0.name) }
      try run(
        "ffmpeg",
        ["-nostdin", "-v", "error"] + input(source.path)
          + zip(rows, files).flatMap { each + $0.options + [$1.path] })
      let seconds = try decodedSeconds(zip(rows, files).map { ($0, $1) })
      return try Dictionary(
        uniqueKeysWithValues: rows.indices.map {
          let bytes = [UInt8](try Data(contentsOf: files[$0]))
          return (rows[$0].name, ContainerFile(bytes: bytes, seconds: seconds[$0]))
        })
    }
  }

  /// The lengths that ffmpeg decodes. All are 0 if it can't read one of the files.
  static func decodedSeconds(_ files: [(row: ContainerRow, url: URL)]) throws -> [Double] {
    let folder = try TestFolder()
    let outputs = files.indices.map { folder.url.appending(path: "\($0)") }
    let filter = "aresample=async=1:min_comp=0.02:min_hard_comp=0.02:first_pts=0"
    let decodings = zip(files, outputs).enumerated().flatMap { index, file in
      ["-map", "\(index):a:0"] + (file.0.row.hasClock ? ["-af", filter] : [])
        + ["-ac", "1", "-ar", "16000", "-f", "f32le", file.1.path]
    }
    _ = try runProgram(
      "/usr/bin/env",
      ["ffmpeg", "-nostdin", "-v", "quiet"] + files.flatMap { ["-i", $0.url.path] } + decodings)
    return outputs.map { Double((try? Data(contentsOf: $0).count) ?? 0) / 64_000 }
  }
}

/// A tone of 300 ms, whose pitch is its number.
struct SpokenWord: Equatable {
  var number: Int
  var start: Double

  /// Three seconds.
  static let all = (0..<6).map { Self(number: $0, start: 0.1 + 0.5 * Double($0)) }

  static func signal(rate: Int) -> [Float] {
    all.flatMap { word in
      let tone = sine(400 + 300 * Double(word.number), rate: rate, seconds: 0.3)
      let pause = [Float](repeating: 0, count: rate / 10)
      return pause + tone + pause
    }
  }

  func moved(by seconds: Double) -> Self { Self(number: number, start: start + seconds) }

  /// The words in audio of 16 kHz.
  static func heard(in samples: [Float]) -> [Self] {
    let step = 160
    let levels = stride(from: 0, to: samples.count - step, by: step)
      .map { level(samples[$0..<$0 + step]) }
    let threshold = (levels.max() ?? 0) / 3
    var words: [Self] = []
    var start: Int?
    for (index, level) in (levels + [0]).enumerated() {
      if level > threshold {
        start = start ?? index
        continue
      }
      if let first = start, index - first >= 10 {
        // Without its ends, where noise crosses zero more often than the tone.
        let tone = samples[(first + 2) * step..<(index - 2) * step]
        let crossings = zip(tone, tone.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        let pitch = Double(crossings) / 2 / (Double(tone.count) / 16_000)
        words.append(
          Self(number: Int(((pitch - 400) / 300).rounded()), start: Double(first) / 100))
      }
      start = nil
    }
    return words
  }
}
