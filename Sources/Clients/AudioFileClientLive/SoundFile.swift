import Csndfile
import Foundation
import POSIX
import SharedModels

final class SoundFile: FileSource {
  private let handle: OpaquePointer
  private let info: SF_INFO
  private let view: FileView

  var channelCount: Int { Int(info.channels) }
  var sampleRate: Int { Int(info.samplerate) }

  var mayContainInvalidSamples: Bool {
    [SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE].contains(Int(info.format) & Int(SF_FORMAT_SUBMASK))
  }

  var isFine: Bool {
    [SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ALAC_24]
      .contains(Int(info.format) & Int(SF_FORMAT_SUBMASK))
  }

  var declaredFrameCount: Int? {
    info.frames < 1 << 48 ? Int(info.frames) : nil
  }

  var expectedFrameCount: Int? { declaredFrameCount }

  convenience init(_ file: borrowing InputFile) throws {
    try self.init(file.descriptor, 0..<file.byteCount)
  }

  init(_ descriptor: borrowing Descriptor, _ range: Range<Int>) throws {
    let view = try FileView(descriptor, range)
    var calls = FileView.calls
    var info = SF_INFO()
    let pointer = Unmanaged.passUnretained(view).toOpaque()
    guard let handle = sf_open_virtual(&calls, Int32(SFM_READ), &info, pointer)
    else { throw Failure() }
    self.handle = handle
    self.info = info
    self.view = view
  }

  deinit { withExtendedLifetime(view) { _ = sf_close(handle) } }

  var format: AudioFormat {
    switch Int(info.format) & SF_FORMAT_TYPEMASK {
    case SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_W64: .wav
    case SF_FORMAT_AIFF: .aiff
    case SF_FORMAT_AU: AudioFormat(rawValue: "au")
    case SF_FORMAT_CAF: AudioFormat(rawValue: "caf")
    case SF_FORMAT_FLAC: .flac
    case SF_FORMAT_MPEG: .mp3
    case SF_FORMAT_OGG:
      switch Int(info.format) & SF_FORMAT_SUBMASK {
      case SF_FORMAT_OPUS: .opus
      case SF_FORMAT_VORBIS: .vorbis
      default: .ogg
      }
    default: .unknown
    }
  }

  var creationDate: Date? {
    var chunk = SF_BROADCAST_INFO()
    let size = Int32(MemoryLayout<SF_BROADCAST_INFO>.size)
    let command = Int32(SFC_GET_BROADCAST_INFO)
    if sf_command(handle, command, &chunk, size) == SF_TRUE,
      let date = recordingDate(
        "\(text(of: chunk.origination_date)) \(text(of: chunk.origination_time))")
    {
      return date
    }
    return sf_get_string(handle, Int32(SF_STR_DATE)).flatMap { recordingDate(String(cString: $0)) }
  }

  private func text(of characters: some Any) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  func seek(toFrame frame: Int) -> Bool {
    sf_seek(handle, sf_count_t(frame), SEEK_SET) == sf_count_t(frame)
  }

  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    try cancellation.check()
    return max(0, Int(sf_readf_float(handle, buffer, sf_count_t(frameCount))))
  }

  /// Unknown or damaged content, which libsndfile's codes don't distinguish reliably.
  struct Failure: Error {}
}
