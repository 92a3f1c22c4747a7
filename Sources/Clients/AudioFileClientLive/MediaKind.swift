import POSIX
import SharedModels

struct MediaKind: Equatable {
  var name: String
  var format: AudioFormat

  init?(_ file: borrowing InputFile) throws(SystemError) {
    let head = try file.descriptor.read(upTo: 512, at: 0)
    if head.starts(with: "ID3".utf8), head.count >= 10 {
      let byteCount = head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      // AAC can start with a tag as well.
      let afterTag = try file.descriptor.read(upTo: 512, at: 10 + byteCount)
      self = Self(firstBytes: afterTag) ?? Self(name: "MP3", format: .mp3)
    } else if let kind = Self(firstBytes: head) {
      self = kind
    } else {
      return nil
    }
  }

  init?(firstBytes bytes: [UInt8]) {
    // WebM is Matroska with that name in its header, which has less than 64 bytes.
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), bytes.prefix(64).contains("webm".utf8) {
      self.init(name: "webm", format: .webm)
      return
    }
    for (name, format, offset, magic) in Self.signatures {
      let magic = Array(magic.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      if bytes.dropFirst(offset).starts(with: magic) {
        self.init(name: name, format: format)
        return
      }
    }
    // MPEG-TS packets are 188 bytes long and start with 0x47.
    if bytes.count > 376, [0, 188, 376].allSatisfy({ bytes[$0] == 0x47 }) {
      self.init(name: "MPEG video", format: AudioFormat(rawValue: "ts"))
      return
    }
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0
    else { return nil }
    switch bytes[1] & 0x06 {
    case 0 where bytes[1] & 0xF6 == 0xF0: self.init(name: "AAC", format: .aac)
    case 2, 4, 6: self.init(name: "MP3", format: .mp3)
    default: return nil
    }
  }

  private init(name: String, format: AudioFormat) {
    self.name = name
    self.format = format
  }

  var isReadByLibsndfile: Bool {
    [.aiff, .flac, .mp3, .opus, .vorbis, .wav, Self.au, Self.caf].contains(format)
  }

  static let au = AudioFormat(rawValue: "au")
  static let caf = AudioFormat(rawValue: "caf")

  /// Demuxers that ffmpeg may use. Playlists could make it open other files or the network.
  static let demuxers = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dss", "dts", "eac3",
    "flac", "flv", "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "mpc", "mpc8", "mpeg",
    "mpegts", "ogg", "oma", "qcp", "rm", "tta", "voc", "w64", "wav", "wtv", "wv",
  ].joined(separator: ",")

  /// Bytes are written as the scalars U+0000 to U+00FF.
  private static let signatures: [(String, AudioFormat, Int, String)] = [
    ("WAV", .wav, 8, "WAVE"),
    ("AVI", AudioFormat(rawValue: "avi"), 8, "AVI "),
    ("AIFF", .aiff, 8, "AIFF"),
    ("AIFF", .aiff, 8, "AIFC"),
    ("WAV", .wav, 0, "RIFF"),
    ("WAV", .wav, 0, "RF64"),
    ("WAV", .wav, 0, "RIFX"),
    ("WAV", .wav, 0, "riff"),
    ("AIFF", .aiff, 0, "FORM"),
    ("FLAC", .flac, 0, "fLaC"),
    ("Opus", .opus, 28, "OpusHead"),
    ("Vorbis", .vorbis, 29, "vorbis"),
    ("Ogg", .ogg, 0, "OggS"),
    ("MP3", .mp3, 0, "ID3"),
    ("m4a", .m4a, 4, "ftyp"),
    ("m4a", .m4a, 4, "moov"),
    ("m4a", .m4a, 4, "mdat"),
    ("Matroska", .matroska, 0, "\u{1A}\u{45}\u{DF}\u{A3}"),
    ("Windows Media", AudioFormat(rawValue: "wma"), 0, "\u{30}\u{26}\u{B2}\u{75}\u{8E}\u{66}"),
    ("AMR", AudioFormat(rawValue: "amr"), 0, "#!AMR"),
    ("Flash video", AudioFormat(rawValue: "flv"), 0, "FLV\u{01}"),
    ("MPEG video", AudioFormat(rawValue: "mpg"), 0, "\u{00}\u{00}\u{01}\u{BA}"),
    ("AC-3", AudioFormat(rawValue: "ac3"), 0, "\u{0B}\u{77}"),
    ("Monkey's Audio", AudioFormat(rawValue: "ape"), 0, "MAC "),
    ("WavPack", AudioFormat(rawValue: "wv"), 0, "wvpk"),
    ("True Audio", AudioFormat(rawValue: "tta"), 0, "TTA1"),
    ("Musepack", AudioFormat(rawValue: "mpc"), 0, "MPCK"),
    ("Musepack", AudioFormat(rawValue: "mpc"), 0, "MP+"),
    ("RealMedia", AudioFormat(rawValue: "rm"), 0, ".RMF"),
    ("DSD", AudioFormat(rawValue: "dsf"), 0, "DSD "),
    ("AU", au, 0, ".snd"),
    ("CAF", caf, 0, "caff"),
  ]
}

extension AudioFormat {
  init(ffmpegFormat name: String) {
    self =
      switch name {
      case "matroska": .matroska
      case "mov": .m4a
      case "mpeg": Self(rawValue: "mpg")
      case "mpegts": Self(rawValue: "ts")
      default: Self(rawValue: name)
      }
  }
}
